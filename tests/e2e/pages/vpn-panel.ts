import type { Locator, Page } from '@playwright/test';
import { openTab } from './clients-page.ts';

/** The VPN part of a client's card as its user sees it, in English. */
export class VpnPanel {
  readonly page: Page;
  readonly root: Locator;
  readonly items: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('complementary', { name: 'Client' }).getByRole('region', { name: 'VPN subscriptions' });
    this.items = this.root.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem');
    this.dialog = page.getByRole('dialog');
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name });
  }

  inDialog(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name });
  }

  /** Opens the order, chooses a period and continues to the review. */
  async order(opener: Locator, period: string): Promise<void> {
    await openTab(this.page, 'VPN');
    await opener.click();
    await this.dialog.getByRole('radio', { name: period, exact: true }).check();
    await this.inDialog('Review the order').click();
  }
}
