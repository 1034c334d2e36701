import { expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '#shared/domain/language.ts';

const TEXTS = {
  en: { baseUrl: 'Service address', token: 'API token', label: 'Name of this account', submit: 'Sign in' },
  ru: { baseUrl: 'Адрес сервиса', token: 'API-токен', label: 'Название аккаунта', submit: 'Войти' },
} as const;

/** The first page as its user sees it. */
export class WelcomePage {
  readonly page: Page;
  readonly baseUrl: Locator;
  readonly token: Locator;
  readonly label: Locator;
  readonly submit: Locator;

  constructor(page: Page, language: Language = 'en') {
    const texts = TEXTS[language];
    this.page = page;
    this.baseUrl = page.getByRole('textbox', { name: texts.baseUrl });
    this.token = page.getByRole('textbox', { name: texts.token });
    this.label = page.getByRole('textbox', { name: texts.label });
    this.submit = page.getByRole('button', { name: texts.submit, exact: true });
  }

  /** Types both and presses Enter; the test checks the result. */
  async try(baseUrl: string, token: string): Promise<void> {
    await this.baseUrl.fill(baseUrl);
    await this.token.fill(token);
    await this.token.press('Enter');
    await expect(this.submit).toBeEnabled();
  }

  /** Types both, signs in, and waits for the desk. */
  async signIn(baseUrl: string, token: string): Promise<void> {
    await this.baseUrl.fill(baseUrl);
    await this.token.fill(token);
    await this.submit.click();
    await this.page.waitForURL('app://desk/**');
  }
}
