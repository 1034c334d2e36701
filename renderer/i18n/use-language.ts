import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { isLanguage, type Language } from '#shared/domain/language.ts';
import type { Translate } from '#shared/texts/translate.ts';
import { translatorIn } from './i18n.ts';

const known = (language: string): Language => (isLanguage(language) ? language : 'en');

/** The language shown now. */
export const shownLanguage = (): Language => known(i18next.language);

/** The language shown now; a component that uses it is drawn again when the language changes. */
export const useLanguage = (): Language => known(useTranslation().i18n.language);

/** For rules that are shared with the core and take the look-up as an argument; drawn again when the language changes. */
export const useTexts = (): Translate => translatorIn(useLanguage());
