import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, type Language } from '#shared/domain/language.ts';
import * as en from '#shared/texts/en/window.ts';
import * as ru from '#shared/texts/ru/window.ts';
import { asTranslate, type Translate } from '#shared/texts/translate.ts';
import { readLocal, writeLocal } from '../bridge/local-store.ts';

const STORAGE = 'language';

/** The language of the window when it was last shown. */
export const lastLanguage = (): Language | undefined => readLocal(STORAGE, isLanguage);

/** Call it once. All texts are available when it returns. */
export const startI18n = (language: Language): void => {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    resources: { ru, en },
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  noteLanguage(language);
};

/** Texts in a given language, which may differ from the one shown. */
export const translatorIn = (language: Language): Translate => SPEAKERS[language];

const speaking = (lng: Language): Translate =>
  asTranslate((key, values) => String(i18next.t(key as never, { lng, ...values } as never)));
const SPEAKERS: Readonly<Record<Language, Translate>> = { ru: speaking('ru'), en: speaking('en') };

/** Switches the language everywhere at once, without a restart. Before `startI18n` there is nothing to switch. */
export const switchLanguage = (language: Language): void => {
  if (!i18next.isInitialized) return;
  // Announcing the language that is already shown would draw the whole window again.
  if (i18next.language === language) return;
  void i18next.changeLanguage(language);
  noteLanguage(language);
};

const noteLanguage = (language: Language): void => {
  document.documentElement.lang = language;
  writeLocal(STORAGE, language);
};
