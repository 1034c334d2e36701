import { useTranslation } from 'react-i18next';
import { createFormat, type Format } from './format.ts';
import type { Language } from './types.ts';

const formats = new Map<Language, Format>();

const formatOf = (language: Language): Format => {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const made = createFormat(language);
  formats.set(language, made);
  return made;
};

/** Formatters of the language shown now; a component that uses them is drawn again when the language changes. */
export const useFormat = (): Format => {
  const { i18n } = useTranslation();
  return formatOf(i18n.language === 'ru' ? 'ru' : 'en');
};
