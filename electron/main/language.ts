import { app } from 'electron';

export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** BCP 47 tag of the language Chromium chose from the OS (or from `--lang`). */
export const systemLocale = (): string => app.getLocale() || 'en-US';

/** The language of the shell's own words: the setting, or with `system` the one of the OS. */
export const shellLanguage = (setting: unknown): Language => {
  if (setting === 'en' || setting === 'ru') return setting;
  return systemLocale().toLowerCase().startsWith('ru') ? 'ru' : 'en';
};
