import type { Locator, Page } from '@playwright/test';

/** A bulk purchase as its user sees it, in English. */
export class PurchasesRunPage {
  readonly page: Page;
  readonly lines: Locator;
  readonly cap: Locator;

  constructor(page: Page) {
    this.page = page;
    this.lines = page.getByRole('grid', { name: 'Lines of the plan' });
    this.cap = page.getByRole('textbox', { name: 'Spend at most, ₽' });
  }

  line(text: string): Locator {
    return this.lines.getByRole('row').filter({ hasText: text });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Chooses one of a few options. */
  async choose(group: string, label: string): Promise<void> {
    await this.page.getByRole('radiogroup', { name: group }).getByText(label, { exact: true }).click();
  }

  /** A button of the dialog before an action that cannot be undone. */
  inDialog(name: string): Locator {
    return this.page.getByRole('dialog').getByRole('button', { name });
  }
}
