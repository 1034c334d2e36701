import { isLanguage, LOCALES } from '../domain/language.ts';

/** The part of an i18next that formats the values of its texts. */
interface WithFormatter {
  readonly services: {
    readonly formatter?: {
      add(name: string, format: (value: number, language: string | undefined) => string): void;
    };
  };
}

const formats = new Map<string, Intl.NumberFormat>();
const formatOf = (language: string): Intl.NumberFormat => {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(isLanguage(language) ? LOCALES[language] : language);
  formats.set(language, made);
  return made;
};

/**
 * Makes an i18next use one format per language for all `{{values, number}}`. By itself it creates a format for each number,
 * which takes five times as long as the rest of the text, and passes the other values of the text to it as options.
 */
export const keepNumberFormats = ({ services }: WithFormatter): void =>
  services.formatter?.add('number', (value, language = 'en') => formatOf(language).format(value));
