import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '#shared/domain/language.ts';
import type { Translate } from '#shared/texts/translate.ts';
import { translatorIn } from './i18n.ts';

const known = (language: string): Language => (isLanguage(language) ? language : 'en');

/** The language shown now. */
export const shownLanguage = (): Language => known(i18next.language);

/** The current language. A component that uses it is drawn again when the language changes. */
export const useLanguage = (): Language => known(useTranslation().i18n.language);

/** The texts for rules that the window shares with the core, which take them as an argument. */
export const useTexts = (): Translate => translatorIn(useLanguage());
