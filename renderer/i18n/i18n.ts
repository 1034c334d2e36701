import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, type Language } from '#shared/domain/language.ts';
import { readLocal, writeLocal } from '../ui/local-store.ts';

const STORAGE = 'language';

/** One chunk per language: the other one is never parsed. */
const load = async (language: Language) =>
  language === 'ru' ? (await import('./ru/index.ts')).resources : (await import('./en/index.ts')).resources;

/** Reads the texts of the last time while the core is still asked for the language of this time. */
export const loadLastLanguage = (): void => {
  const last = readLocal(STORAGE, isLanguage);
  // Another language, or a failure, is met when the language is switched to.
  if (last !== undefined) load(last).catch(() => undefined);
};

const addLanguage = async (language: Language): Promise<void> => {
  if (i18next.hasResourceBundle(language, 'common')) return;
  const resources = await load(language);
  for (const [namespace, texts] of Object.entries(resources)) i18next.addResourceBundle(language, namespace, texts);
};

export const startI18n = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    ns: [],
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await switchLanguage(language);
};

/** Takes effect at once, everywhere; no restart. */
export const switchLanguage = async (language: Language): Promise<void> => {
  await addLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeLocal(STORAGE, language);
};
