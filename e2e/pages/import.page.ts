import { expect, type Locator, type Page } from '@playwright/test';

export interface UploadedFile {
  readonly name: string;
  readonly text: string | Buffer;
}

/** The page on which a definition comes in (English names; the file's field in both languages). */
export class ImportPage {
  readonly input: Locator;
  readonly notice: Locator;
  readonly reasons: Locator;

  constructor(readonly page: Page) {
    // Within what is shown: while the page streams in, its markup may stand in the document twice.
    this.input = page.getByRole('main').getByLabel(/^(Workflow file, with its sidecar|工作流文件)/);
    this.notice = page.getByRole('main').getByRole('alert');
    this.reasons = page.getByRole('list', { name: 'Why it could not be read' });
  }

  async open(): Promise<void> {
    await this.page.goto('/import');
    await expect(this.input).toBeEnabled();
  }

  async choose(...files: readonly UploadedFile[]): Promise<void> {
    await this.input.setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })),
    );
  }

  /** Drops files onto the page as a browser would report it. */
  async drop(...files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
    await this.page.evaluate((dropped) => {
      const dataTransfer = new DataTransfer();
      for (const { name, text } of dropped) dataTransfer.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, files);
  }

  async paste(name: string, text: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Paste text' }).click();
    await this.page.getByRole('textbox', { name: 'Text of the definition' }).fill(text);
    await this.page.getByRole('textbox', { name: 'Name of the file' }).fill(name);
    await this.page.getByRole('button', { name: 'Read it' }).click();
  }

  preview(name: string): Locator {
    return this.page.getByRole('region', { name });
  }
}
