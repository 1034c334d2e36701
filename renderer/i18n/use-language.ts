import i18next from 'i18next';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '#shared/domain/language.ts';
import type { Translate } from '#shared/texts/translate.ts';
import { reportUnread, translatorIn } from './i18n.ts';
import { hasTexts, readTexts } from './texts.ts';

const known = (language: string): Language => (isLanguage(language) ? language : 'en');

/** The language shown now. */
export const shownLanguage = (): Language => known(i18next.language);

/** The current language. A component that uses it is drawn again when the language changes. */
export const useLanguage = (): Language => known(useTranslation().i18n.language);

/** The texts for rules that the window shares with the core, which take them as an argument. */
export const useTexts = (): Translate => translatorIn(useLanguage());

/** The texts of any language, for words that the user sends to somebody else; `undefined` until they are read. */
export const useTextsIn = (language: Language): Translate | undefined => {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!hasTexts(language)) readTexts(language).then(drawAgain, () => reportUnread(language));
  }, [language]);
  return hasTexts(language) ? translatorIn(language) : undefined;
};
