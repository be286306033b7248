import { expect, type Locator, type Page } from '@playwright/test';

/** Words of the workflow page in both languages, where a test has to name them. */
const WORDS = {
  en: {
    picture: (name: string) => `Picture of ${name}`,
    open: 'Show the picture',
    colourBy: 'Colour by',
    failures: 'Failures',
    legend: 'Colours and shapes',
    list: 'List of nodes',
    search: 'Find a node by name',
    show: (name: string) => `Show ${name} in the picture`,
    skeleton: /^Put the general skeleton on/,
  },
  'zh-CN': {
    picture: (name: string) => `${name} 的流程图`,
    open: '查看流程图',
    colourBy: '着色依据',
    failures: '失败次数',
    legend: '颜色与图形说明',
    list: '节点列表',
    search: '按名称查找节点',
    show: (name: string) => `在流程图中查看 ${name}`,
    skeleton: /套用通用骨架$/,
  },
} as const;

/** One workflow: its picture, the list beside it, and the way to the skeleton. */
export class WorkflowPage {
  readonly words;
  readonly list: Locator;
  readonly legend: Locator;

  constructor(
    private readonly page: Page,
    language: keyof typeof WORDS,
  ) {
    this.words = WORDS[language];
    this.list = page.getByRole('region', { name: this.words.list });
    this.legend = page.getByRole('list', { name: this.words.legend });
  }

  /** The picture, once its first node is drawn. */
  async picture(name: string): Promise<Locator> {
    const picture = this.page.getByRole('application', { name: this.words.picture(name) });
    await expect(picture.locator('[data-card]').first()).toBeVisible();
    return picture;
  }

  async colourByFailures(): Promise<void> {
    await this.page
      .getByRole('radiogroup', { name: this.words.colourBy })
      .getByText(this.words.failures, { exact: true })
      .click();
  }

  async search(text: string): Promise<void> {
    await this.list.getByRole('textbox', { name: this.words.search }).fill(text);
  }

  async toSkeleton(): Promise<void> {
    await this.page.getByRole('link', { name: this.words.skeleton }).click();
    await expect(this.page).toHaveURL(/\/skeleton$/);
  }

  /** The node that has the focus, as those hear it who cannot see. */
  get focused(): Locator {
    return this.page.locator('[data-card]:focus');
  }
}
