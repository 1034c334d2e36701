import type { Language } from '#shared/domain/language.ts';
import { createFormat, type Format } from './format.ts';
import { shownLanguage, useLanguage } from './use-language.ts';

const formats = new Map<Language, Format>();

const formatOf = (language: Language): Format => {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const made = createFormat(language);
  formats.set(language, made);
  return made;
};

/** Formatters for the current language. A component that uses them is drawn again when the language changes. */
export const useFormat = (): Format => formatOf(useLanguage());

/** Formatters for the language shown now, for code that is not a component. */
export const shownFormat = (): Format => formatOf(shownLanguage());
