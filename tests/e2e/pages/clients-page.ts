import { expect, type Locator, type Page } from '@playwright/test';

export interface TypedClient {
  readonly messengerId: string;
  readonly clientKey: string;
  readonly name?: string;
  readonly note?: string;
}

/** Opens a section of the card beside the list, by its name in English. */
export const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tablist', { name: 'Sections of the card' }).getByRole('tab', { name }).click();

/** The client list as its user sees it, in English. */
export class ClientsPage {
  readonly page: Page;
  readonly grid: Locator;
  readonly form: Locator;
  readonly detail: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: 'Clients' });
    this.form = page.getByRole('form', { name: 'New client' });
    this.detail = page.getByRole('complementary', { name: 'Client' });
    this.search = page.getByRole('searchbox', { name: 'Search clients' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByText('Clients', { exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    // Until the window knows that there are no clients, the button that adds one is elsewhere.
    await expect(this.page.getByText(/^[\d,]+ clients?$/)).toBeVisible();
  }

  row(text: string): Locator {
    return this.grid.getByRole('row').filter({ hasText: text });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async fill(client: TypedClient): Promise<void> {
    await this.form.getByRole('textbox', { name: 'Messenger ID' }).fill(client.messengerId);
    await this.form.getByRole('textbox', { name: 'Client key' }).fill(client.clientKey);
    await this.form.getByRole('textbox', { name: 'Name' }).fill(client.name ?? '');
    await this.form.getByRole('textbox', { name: 'Note' }).fill(client.note ?? '');
  }

  submit(): Promise<void> {
    return this.form.getByRole('button', { name: 'Add client' }).click();
  }

  async add(client: TypedClient): Promise<void> {
    await this.button('Add client').first().click();
    await this.fill(client);
    await this.submit();
    await expect(this.form).toBeHidden();
  }

  select(...names: string[]): Promise<void> {
    return names.reduce(
      (before, name) => before.then(() => this.row(name).getByRole('checkbox', { name: 'Select' }).check()),
      Promise.resolve(),
    );
  }

  /** A button of the bar that replaces the search while clients are selected. */
  bulk(name: string): Locator {
    return this.page.getByRole('region', { name: 'Actions for the selected clients' }).getByRole('button', { name });
  }

  /** Answers a dialog that lies over everything. */
  answer(name: string): Promise<void> {
    return this.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  }

  undo(): Promise<void> {
    return this.button('Undo').last().click();
  }
}
