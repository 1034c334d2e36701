import type { Settings } from '#shared/contract/settings.ts';

/** Of the few words the core hands to the OS. `systemLocale` is a BCP 47 tag, used where the setting is `system`. */
export const languageOf = (setting: Settings['language'], systemLocale: string): 'ru' | 'en' => {
  if (setting !== 'system') return setting;
  return systemLocale.toLowerCase().startsWith('ru') ? 'ru' : 'en';
};
