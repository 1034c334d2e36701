import type { Language } from '#shared/domain/language.ts';
import type { Translate } from '#shared/texts/translate.ts';
import type { Format } from './format.ts';
import { useFormat } from './use-format.ts';
import { useLanguage, useTexts } from './use-language.ts';

/** The texts and formats of one language, for functions that describe something and are not components. */
export interface Words {
  readonly t: Translate;
  readonly format: Format;
  readonly language: Language;
}

const wordsOf = new Map<Language, Words>();

/** The words of the current language. They stay the same object until the language changes. */
export const useWords = (): Words => {
  const language = useLanguage();
  const t = useTexts();
  const format = useFormat();
  const known = wordsOf.get(language) ?? { t, format, language };
  wordsOf.set(language, known);
  return known;
};
