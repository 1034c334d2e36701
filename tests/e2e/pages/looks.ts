import { expect, type Page, test } from '@playwright/test';
import type { Call } from './open-desk.ts';

/** Names and roles depend on the language, contrasts on the theme, and nothing on both, so two looks cover everything. */
const LOOKS = [
  ['en', 'light'],
  ['ru', 'dark'],
] as const;

export type LookLanguage = (typeof LOOKS)[number][0];

/** Does the same in both languages and themes, one after the other in the same window. */
export const inEveryLook = async (
  { page, call }: { readonly page: Page; readonly call: Call },
  check: (language: LookLanguage, look: string) => Promise<void>,
): Promise<void> => {
  test.slow();
  for (const [language, theme] of LOOKS) {
    await test.step(`${language}, ${theme}`, async () => {
      await call('settings.update', { language, theme });
      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', language);
      await expect(html).toHaveAttribute('data-mantine-color-scheme', theme);
      await check(language, `${language}, ${theme}`);
    });
  }
};
