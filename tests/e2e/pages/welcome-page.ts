import type { Page } from '@playwright/test';

/** The first page as its user sees it, in English. */
export class WelcomePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Types both, signs in, and waits for the desk. */
  async signIn(baseUrl: string, token: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Base URL' }).fill(baseUrl);
    await this.page.getByRole('textbox', { name: 'API token' }).fill(token);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await this.page.waitForURL('app://desk/**');
  }
}
