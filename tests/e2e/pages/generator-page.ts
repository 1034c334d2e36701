import { expect, type Locator, type Page } from '@playwright/test';

/** The generator as its user sees it, in English. */
export class GeneratorPage {
  readonly page: Page;
  /** The list beside the form. */
  readonly result: Locator;
  readonly lines: Locator;

  constructor(page: Page) {
    this.page = page;
    this.result = page.getByRole('region', { name: 'Result', exact: true });
    this.lines = page.getByRole('region', { name: 'Lines of the list' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('navigation').getByText('Generator', { exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Generator' })).toBeVisible();
  }

  async chooseClient(name: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: 'Client', exact: true });
    await field.fill(name);
    // The options must be those of the typed text, and not the list from before.
    await expect(this.page.getByRole('option').filter({ hasNotText: name })).toHaveCount(0);
    await this.page.getByRole('option', { name: new RegExp(name) }).click();
    await expect(field).toHaveValue(new RegExp(name));
  }

  async chooseCountry(search: string, name: string): Promise<void> {
    const field = this.page.getByRole('combobox', { name: 'Countries' });
    await field.fill(search);
    await this.page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
    await field.press('Escape');
  }

  chooseFormat(formatId: 1 | 2 | 3): Promise<void> {
    const layout = { 1: 'hostname:port:login:password', 2: 'login:password@hostname:port', 3: 'hostname:port' }[
      formatId
    ];
    const form = this.page.getByRole('form', { name: 'What to generate' });
    return form.getByText(layout, { exact: true }).click();
  }

  quantity(): Locator {
    return this.page.getByRole('textbox', { name: 'Quantity, lines' });
  }

  generateButton(): Locator {
    return this.page.getByRole('button', { name: /^Generate [\d,]+ lines?$/ });
  }

  /** Generates, and waits until the list beside the form has ended. */
  async generate(): Promise<void> {
    await this.generateButton().click();
    await expect(this.result.getByText('Complete')).toBeVisible({ timeout: 40_000 });
  }

  /** Saves to the path that the dialog returns, and waits until the file was read back. */
  async save(fileName: string): Promise<void> {
    await this.result.getByRole('button', { name: /^Save file, format/ }).click();
    await expect(this.page.getByText(`${fileName} is saved and checked:`)).toBeVisible();
  }

  switchHost(name: 'Host name' | 'IP address'): Promise<void> {
    return this.result.getByRole('radiogroup', { name: 'Host in the lines' }).getByText(name).click();
  }
}
