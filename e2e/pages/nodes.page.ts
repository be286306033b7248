import type { Page } from '@playwright/test';

/** The list of all nodes. */
export class NodesPage {
  readonly heading;
  readonly search;
  readonly table;
  /** Links that open a node, in the order of the rows. */
  readonly names;
  readonly status;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('heading', { level: 1, name: /^(Nodes|节点)$/ });
    this.search = page.getByRole('textbox', { name: /^(Search nodes|搜索节点)$/ });
    this.table = page.getByRole('table');
    this.names = this.table.getByRole('rowheader').getByRole('link');
    this.status = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /node|节点/ });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/nodes${query}`);
    await this.heading.waitFor();
  }

  chip(name: RegExp) {
    return this.page.getByRole('group', { name: /^(Show only|只看)$/ }).getByRole('button', { name });
  }

  row(name: string) {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }
}
