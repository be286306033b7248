import type { Page } from '@playwright/test';

/** The statistics of failures. */
export class FailuresPage {
  readonly heading;
  readonly search;
  readonly table;
  /** What opens a row, in the order of the rows. */
  readonly names;
  readonly status;
  readonly chart;
  /** The coloured parts of the chart's bars. */
  readonly bars;
  readonly rules;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('heading', { level: 1, name: /^(Failures|失败统计)$/ });
    this.search = page.getByRole('textbox', { name: /^(Search node|搜索节点)/ });
    this.table = page.getByRole('table', { name: /^(Failures by node|按节点和错误码统计的失败)/ });
    this.names = this.table.getByRole('rowheader').getByRole('link');
    this.status = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /failed attempt|失败尝试/ });
    this.chart = page.getByRole('img', { name: /^(Stacked bars|堆叠柱状图)/ });
    this.bars = this.chart.locator('.recharts-bar-rectangle');
    this.rules = page.getByRole('region', { name: /^(How each figure|各项数字)/ });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/failures${query}`);
    await this.status
      .or(this.page.getByRole('heading', { level: 2 }))
      .first()
      .waitFor();
  }

  chip(name: RegExp) {
    return this.page
      .getByRole('group', { name: /^(Show only one class|只看某一类失败)$/ })
      .getByRole('button', { name });
  }

  async chooseWorkflow(name: string): Promise<void> {
    await this.page.getByRole('combobox', { name: /^(Workflow|工作流)$/ }).click();
    await this.page.getByRole('option', { name, exact: true }).click();
  }

  /** Figures of a column, as they stand in the rows of this page. */
  async figures(column: RegExp): Promise<number[]> {
    const headers = await this.table.getByRole('columnheader').allInnerTexts();
    const index = headers.findIndex((header) => column.test(header));
    const cells = await this.table.locator(`tbody tr td:nth-child(${index + 1})`).allInnerTexts();
    return cells.map((text) => Number.parseFloat(text.replace(/[^\d.]*([\d.,]+)[\s\S]*/, '$1').replaceAll(',', '')));
  }
}
