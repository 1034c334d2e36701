export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How numbers and dates are written in each. */
export const LOCALES: Readonly<Record<Language, string>> = { ru: 'ru-RU', en: 'en-GB' };

export const isLanguage = (value: unknown): value is Language => value === 'ru' || value === 'en';

/** `system` is Russian for a Russian-speaking desktop and English for all others. `systemLocale` is a BCP 47 tag. */
export const resolveLanguage = (setting: Language | 'system', systemLocale: string): Language => {
  if (setting !== 'system') return setting;
  return /^(ru|be|kk|uk)\b/i.test(systemLocale) ? 'ru' : 'en';
};

/** A day is written in English with its month's name: 01/12 is another day to a Briton than to an American. */
export const DAY_AND_MONTH: Readonly<Record<Language, Intl.DateTimeFormatOptions>> = {
  ru: { day: '2-digit', month: '2-digit' },
  en: { day: 'numeric', month: 'short' },
};
