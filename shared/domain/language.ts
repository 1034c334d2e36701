export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (value: unknown): value is Language => value === 'ru' || value === 'en';

/** `system` is Russian for a Russian-speaking desktop and English for all others. `systemLocale` is a BCP 47 tag. */
export const resolveLanguage = (setting: Language | 'system', systemLocale: string): Language => {
  if (setting !== 'system') return setting;
  return /^(ru|be|kk|uk)\b/i.test(systemLocale) ? 'ru' : 'en';
};
