import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, type Language } from '#shared/domain/language.ts';
import { keepNumberFormats } from '#shared/texts/number-formats.ts';
import { asTranslate, type Translate } from '#shared/texts/translate.ts';
import { readLocal, writeLocal } from '../bridge/local-store.ts';
import { reportIfUnhandled } from '../bridge/unhandled-errors.ts';
import { hasTexts, presentTexts, readTexts } from './texts.ts';

const STORAGE = 'language';

/** The language of the window when it was last shown. */
export const lastLanguage = (): Language | undefined => readLocal(STORAGE, isLanguage);

/** Call it once, with a language whose texts are there (texts.ts). */
export const startI18n = (language: Language): void => {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    resources: presentTexts(),
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  keepNumberFormats(i18next);
  noteLanguage(language);
};

const speaking = (lng: Language): Translate =>
  asTranslate((key, values) => String(i18next.t(key as never, { lng, ...values } as never)));
const SPEAKERS: Readonly<Record<Language, Translate>> = { ru: speaking('ru'), en: speaking('en') };

/**
 * Texts in a given language. They must be there (texts.ts), as those of the shown language always are. For any other
 * language use `useTextsIn`.
 */
export const translatorIn = (language: Language): Translate => SPEAKERS[language];

/** The language that was chosen last, also while its texts are being read. */
let chosen: Language | undefined;

/**
 * Switches the language everywhere, without a restart: at once if its texts are there, else as soon as they are read. The
 * window keeps its language until then. If they cannot be read, it keeps it as well, and a message says so; the promise never
 * rejects. Before `startI18n` there is nothing to switch.
 */
export const switchLanguage = async (language: Language): Promise<void> => {
  if (!i18next.isInitialized) return;
  chosen = language;
  if (!hasTexts(language)) {
    try {
      await readTexts(language);
    } catch {
      if (chosen === language) reportUnread(language);
      return;
    }
    // Meanwhile the user may have chosen again.
    if (chosen !== language) return;
  }
  // Announcing the language that is already shown would draw the whole window again.
  if (i18next.language === language) return;
  void i18next.changeLanguage(language);
  noteLanguage(language);
};

/** Tells the user that texts could not be read, and to restart the app. */
export const reportUnread = (language: Language): void =>
  reportIfUnhandled({
    kind: 'internal',
    message: `The texts of the language ${language} could not be read.`,
    details: { code: 'contract' },
  });

const noteLanguage = (language: Language): void => {
  document.documentElement.lang = language;
  writeLocal(STORAGE, language);
};
