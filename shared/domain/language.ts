export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The locale in which each language writes numbers and dates. */
export const LOCALES: Readonly<Record<Language, string>> = { ru: 'ru-RU', en: 'en-GB' };

export const isLanguage = (value: unknown): value is Language => value === 'ru' || value === 'en';

/**
 * Returns the language to use. `system` is Russian on a Russian-speaking desktop and English on all others;
 * `systemLocale` is a BCP 47 tag.
 */
export const resolveLanguage = (setting: Language | 'system', systemLocale: string): Language => {
  if (setting !== 'system') return setting;
  return /^(ru|be|kk|uk)\b/i.test(systemLocale) ? 'ru' : 'en';
};

/**
 * The format of a day. English spells out the month, because 01/12 is one day to a Briton and another to an American.
 */
export const DAY_AND_MONTH: Readonly<Record<Language, Intl.DateTimeFormatOptions>> = {
  ru: { day: '2-digit', month: '2-digit' },
  en: { day: 'numeric', month: 'short' },
};
