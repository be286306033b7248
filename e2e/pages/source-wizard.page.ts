import { expect, type Page } from '@playwright/test';

/** Words of the wizard in both languages, where a test has to name them. */
const WORDS = {
  en: {
    next: 'Continue',
    back: 'Back',
    connect: 'Connect this source',
    name: 'Name of this source',
    rows: 'Newest attempts as they would be kept',
    steps: {
      place: 'Where are your platform’s tables?',
      platform: 'Which platform is it?',
      meaning: 'What do its tables mean?',
      look: 'Is this what happened?',
    },
    summary: /understood/,
    tables: /^Name the tables/,
    live: /Up to date/,
  },
  'zh-CN': {
    next: '下一步',
    back: '上一步',
    connect: '接入该数据源',
    name: '数据源名称',
    rows: '最新的执行记录，按保存后的样子',
    steps: {
      place: '平台的数据表在哪里？',
      platform: '是哪个平台？',
      meaning: '这些表各是什么意思？',
      look: '与实际情况一致吗？',
    },
    summary: /识别/,
    tables: /^自行指定数据表/,
    live: /已同步/,
  },
} as const;

/** The way on which a source is connected. */
export class SourceWizardPage {
  readonly words;

  constructor(
    private readonly page: Page,
    language: keyof typeof WORDS = 'en',
  ) {
    this.words = WORDS[language];
  }

  async open(): Promise<void> {
    await this.page.goto('/sources/new');
    await this.isAt('place');
  }

  async isAt(step: keyof (typeof WORDS)['en']['steps']): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 2, name: this.words.steps[step] })).toBeVisible();
  }

  async next(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.next, exact: true }).click();
  }

  async back(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.back, exact: true }).click();
  }

  async choose(platform: string | RegExp): Promise<void> {
    await this.page.getByRole('radio', { name: platform }).click();
  }

  get name() {
    return this.page.getByRole('textbox', { name: this.words.name });
  }

  /** What would be kept, the newest first. */
  get rows() {
    return this.page.getByRole('table', { name: this.words.rows }).getByRole('row');
  }

  /** Saves it, and waits until it was read to its end. */
  async connect(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.connect }).click();
    await expect(this.page).toHaveURL(/\/sources\/[0-9a-f-]{36}$/);
    await expect(this.page.getByRole('status').filter({ hasText: this.words.live })).toBeVisible({ timeout: 60_000 });
  }
}
