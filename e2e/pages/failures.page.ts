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
  readonly period;
  readonly totals;
  /** The figures by day (or hour), once they are asked for. */
  readonly figuresByDay;

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
    this.bars = this.chart.locator('[data-bar] [data-series]');
    this.period = page.getByRole('group', { name: /^(Period|时间范围)$/ });
    this.totals = page.getByRole('region', { name: /^(Figures of the whole list|列表合计)$/ });
    this.figuresByDay = page.getByRole('region', {
      name: /^(Failed attempts by (day|hour) and code|按(日期|小时)和错误码)/,
    });
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

  async choosePeriod(name: RegExp): Promise<void> {
    await this.period.getByRole('button', { name }).click();
  }

  /** Days of the reader's calendar, `YYYY-MM-DD`. */
  async chooseDays(first: string, last: string): Promise<void> {
    await this.choosePeriod(/^(From – to|自选日期)$/);
    await this.page.getByLabel(/^(First day|开始日期)$/).fill(first);
    await this.page.getByLabel(/^(Last day|结束日期)$/).fill(last);
    await this.page.getByRole('button', { name: /^(Show|查看)$/ }).click();
  }

  /** A figure of the whole list, by the name that stands above it. */
  total(name: RegExp) {
    return this.totals
      .locator('div', { has: this.page.getByRole('term').filter({ hasText: name }) })
      .last()
      .getByRole('link');
  }

  async showFiguresByDay(): Promise<void> {
    await this.page.getByText(/^(Show the figures as a table|用表格查看数字)$/).click();
    await this.figuresByDay.waitFor();
  }

  async chooseOwner(name: string): Promise<void> {
    await this.page.getByRole('combobox', { name: /^(Owner|归属组)$/ }).selectOption({ label: name });
  }

  async chooseWorkflow(name: string): Promise<void> {
    await this.page.getByRole('combobox', { name: /^(Workflow|工作流)$/ }).selectOption({ label: name });
  }

  /** Figures of a column, as they stand in the rows of this page. */
  async figures(column: RegExp): Promise<number[]> {
    const headers = await this.table.getByRole('columnheader').allInnerTexts();
    const index = headers.findIndex((header) => column.test(header));
    const cells = await this.table.locator(`tbody tr td:nth-child(${index + 1})`).allInnerTexts();
    return cells.map((text) => Number.parseFloat(text.replace(/[^\d.]*([\d.,]+)[\s\S]*/, '$1').replaceAll(',', '')));
  }
}
