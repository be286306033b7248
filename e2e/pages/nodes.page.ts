import { expect, type Page } from '@playwright/test';

/** The list of all nodes. */
export class NodesPage {
  readonly heading;
  readonly search;
  readonly table;
  /** Links that open a node, in the order of the rows. */
  readonly names;
  readonly status;
  /** The button that names the open view. */
  readonly views;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('heading', { level: 1, name: /^(Nodes|节点)$/ });
    this.search = page.getByRole('textbox', { name: /^(Search nodes|搜索节点)$/ });
    this.table = page.getByRole('table');
    this.names = this.table.getByRole('rowheader').getByRole('link');
    this.status = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /node|节点/ });
    this.views = page.getByRole('button', { name: /^(View|视图)/ });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/nodes${query}`);
    await this.heading.waitFor();
  }

  /** Opens a node from the list by its node_id, and says where it is. */
  async openNode(nodeId: string): Promise<string> {
    await this.open(`?q=${encodeURIComponent(nodeId)}`);
    await this.page.getByRole('main').locator('a[href^="/nodes/"]').first().click();
    await expect(this.page).toHaveURL(/\/nodes\/[0-9a-f-]{36}/);
    await expect(this.page.getByRole('textbox').first()).toBeVisible();
    return this.page.url();
  }

  chip(name: RegExp) {
    return this.page.getByRole('group', { name: /^(Show only|只看)$/ }).getByRole('button', { name });
  }

  /** Shows or hides a column through the menu, and closes it again. */
  async toggleColumn(name: string): Promise<void> {
    const button = this.page.getByRole('button', { name: /^(Columns|列)$/ });
    await button.click();
    await this.page.getByRole('checkbox', { name, exact: true }).click();
    await this.page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }

  /** Keeps what is shown under a name. */
  async saveView(name: string): Promise<void> {
    await this.views.click();
    await this.page.getByRole('textbox', { name: /^(Save this view as|将当前视图另存为)$/ }).fill(name);
    await this.page.keyboard.press('Enter');
  }

  row(name: string) {
    return this.table.getByRole('row').filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }
}
