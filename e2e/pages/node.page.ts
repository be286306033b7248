import { expect, type Page } from '@playwright/test';

/** Words of the node page in both languages, where a test has to name them. */
const WORDS = {
  en: {
    decision: (code: string) => `Decision for ${code}`,
    tries: 'Tries in all (the first included)',
    owner: 'Owner group',
    review: 'Review and publish',
    publish: 'Publish',
    saved: 'Draft saved, not yet published',
    published: 'Published; nothing to save',
    retry: 'Try again',
    person: 'To a person',
    stop: 'Stop at once',
    lines: 'In the file',
    clock: 'On the clock',
    words: 'In words',
    dialog: 'Publish this rule?',
    firstWait: 'Wait before the second try',
    standard: 'General skeleton: 3 tries, 5 s',
    safe: 'Same result: safe',
    record: 'Hand it to a person, with all eight fields',
    shown: 'What is shown',
    formAndText: /^Form and/,
    form: 'Form',
    ownText: /^(?:YAML|JSON) of /,
    broken: /has an error/,
    goToError: 'Go to the error',
    backToHeld: 'Go back to the last that held',
    undo: /^Undo/,
    redo: /^Redo/,
    notSaved: 'Not saved yet',
  },
  'zh-CN': {
    decision: (code: string) => `${code} 的处理方式`,
    tries: '最多尝试次数（含首次，即重试 N−1 次）',
    owner: '归属组',
    review: '检查并发布',
    publish: '发布并写回',
    saved: '草稿已保存，尚未发布',
    published: '已发布，无需保存',
    retry: '重试',
    person: '转人工',
    stop: '立即停止',
    lines: '文件改动',
    clock: '重试时间表',
    words: '一句话说明',
    dialog: '发布这条规则？',
    firstWait: '首次重试间隔',
    standard: '通用骨架：3 次，5 秒',
    safe: '结果相同，安全',
    record: '转人工，并记录全部八个字段',
    shown: '显示内容',
    formAndText: /^表单和/,
    form: '表单',
    ownText: /的 (?:YAML|JSON)$/,
    broken: /有错误/,
    goToError: '转到错误处',
    backToHeld: '恢复到上一个有效的文本',
    undo: /^撤销/,
    redo: /^重做/,
    notSaved: '尚未保存',
  },
} as const;

/** One node: the form, what it comes to, and the way to publish. */
export class NodePage {
  readonly words;
  readonly state;
  readonly tries;

  constructor(
    private readonly page: Page,
    language: keyof typeof WORDS,
  ) {
    this.words = WORDS[language];
    this.state = page.locator('[data-foot] [role="status"]').first();
    this.tries = page.getByRole('textbox', { name: this.words.tries });
  }

  async decide(code: string, what: 'retry' | 'person'): Promise<void> {
    const group = this.page.getByRole('radiogroup', { name: this.words.decision(code) });
    await group.getByText(this.words[what], { exact: true }).click();
  }

  async chooseOwner(name: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: this.words.owner });
    await field.click();
    await this.page.getByRole('option', { name }).click();
    await expect(field).toHaveValue(name);
  }

  /** The node's own text: an editor that shows it line by line. */
  get ownText() {
    return this.page.getByRole('textbox', { name: this.words.ownText });
  }

  async showBoth(): Promise<void> {
    const views = this.page.getByRole('radiogroup', { name: this.words.shown });
    await views.getByText(this.words.formAndText).click();
    await expect(this.ownText).toBeVisible();
  }

  /** Types behind the line that begins like this. */
  async typeBehind(line: string, keys: string): Promise<void> {
    await this.ownText.locator('.cm-line').filter({ hasText: line }).first().click();
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(keys);
  }

  /** Pastes a text at the caret of the text's editor, also what no keyboard can type. */
  async pasteText(text: string): Promise<void> {
    await this.ownText.evaluate((content, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  side(which: 'lines' | 'clock' | 'words') {
    return this.page.getByRole('region', { name: this.words[which], exact: true });
  }

  async draftIsSaved(): Promise<void> {
    await expect(this.state).toContainText(this.words.saved);
  }

  get review() {
    return this.page.getByRole('button', { name: this.words.review });
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: this.words.dialog });
  }

  async publish(): Promise<void> {
    await this.review.click();
    await this.dialog.getByRole('button', { name: this.words.publish, exact: true }).click();
    await expect(this.state).toContainText(this.words.published);
  }
}
