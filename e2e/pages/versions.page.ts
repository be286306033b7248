import type { Page } from '@playwright/test';

const WORDS = {
  en: {
    list: 'Versions, newest first',
    compare: 'Compare the two',
    from: (version: number) => `Compare from version ${version}`,
    to: (version: number) => `Compare to version ${version}`,
    changes: (node: string) => `What differs on ${node}`,
    lines: (file: string) => `Changed lines of ${file}`,
    restore: (version: number) => `Restore version ${version}`,
    include: (node: string) => `Restore ${node}`,
    submit: /^Restore \d+ nodes?$/,
    note: 'Note',
    refused: 'Nothing was restored',
    refresh: 'Look at it as it stands now',
  },
  'zh-CN': {
    list: '版本列表，最新在前',
    compare: '比较所选版本',
    from: (version: number) => `以第 ${version} 版为较早一方`,
    to: (version: number) => `以第 ${version} 版为较晚一方`,
    changes: (node: string) => `${node} 的差异`,
    lines: (file: string) => `${file} 的改动行`,
    restore: (version: number) => `恢复第 ${version} 版`,
    include: (node: string) => `恢复 ${node}`,
    submit: /^恢复 \d+ 个节点$/,
    note: '备注',
    refused: '没有恢复任何内容',
    refresh: '按现状重新查看',
  },
} as const;

/** A workflow's history, two versions side by side, and the preview of a restore. */
export class VersionsPage {
  readonly words;
  readonly list;
  readonly submit;
  readonly note;
  readonly refusal;

  constructor(
    private readonly page: Page,
    language: keyof typeof WORDS,
  ) {
    this.words = WORDS[language];
    this.list = page.getByRole('table', { name: this.words.list });
    this.submit = page.getByRole('button', { name: this.words.submit });
    this.note = page.getByRole('textbox', { name: this.words.note });
    this.refusal = page.getByRole('alert').filter({ hasText: this.words.refused });
  }

  /** Rows of the versions, the newest first. */
  get rows() {
    return this.list.locator('tbody').getByRole('row');
  }

  async compare(from: number, to: number): Promise<void> {
    await this.list.getByRole('radio', { name: this.words.from(from) }).check();
    await this.list.getByRole('radio', { name: this.words.to(to) }).check();
    await this.page.getByRole('button', { name: this.words.compare }).click();
    await this.page.waitForURL(
      ({ searchParams }) => searchParams.get('from') === `${from}` && searchParams.get('to') === `${to}`,
    );
  }

  /** Rows of what a node's two policies say differently. */
  changes(node: string) {
    return this.page.getByRole('table', { name: this.words.changes(node) });
  }

  lines(file: string) {
    return this.page.getByRole('region', { name: this.words.lines(file) });
  }

  async openRestore(version: number): Promise<void> {
    await this.list.getByRole('link', { name: this.words.restore(version) }).click();
    await this.submit.waitFor();
  }

  include(node: string) {
    return this.page.getByRole('checkbox', { name: this.words.include(node) });
  }
}
