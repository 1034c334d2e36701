import i18next from 'i18next';
import type { Language } from '#shared/domain/language.ts';

/** The texts of one language by their namespaces. */
export type WindowTexts = Readonly<Record<string, object>>;

const files: Readonly<Record<Language, () => Promise<WindowTexts>>> = {
  ru: () => import('#shared/texts/ru/window.ts'),
  en: () => import('#shared/texts/en/window.ts'),
};

const present = new Map<Language, WindowTexts>();
const reading = new Map<Language, Promise<void>>();

/** Whether the texts of this language are there. Without them every text would be its key. */
export const hasTexts = (language: Language): boolean => present.has(language);

/** Returns all texts that are there, by their languages. */
export const presentTexts = (): Record<string, WindowTexts> => Object.fromEntries(present);

/** Makes the texts of a language available at once. */
export const addTexts = (language: Language, texts: WindowTexts): void => {
  present.set(language, texts);
  if (!i18next.isInitialized) return;
  for (const [namespace, bundle] of Object.entries(texts)) {
    i18next.addResourceBundle(language, namespace, bundle, false, true, { silent: true, skipCopy: true });
  }
};

/**
 * Reads the texts of a language, once. The promise rejects if their file cannot be read. Only a restart would help then,
 * because Chromium remembers for a page which of its files could not be read.
 */
export const readTexts = (language: Language): Promise<void> => {
  if (hasTexts(language)) return Promise.resolve();
  const read = reading.get(language) ?? files[language]().then((texts) => addTexts(language, texts));
  reading.set(language, read);
  return read;
};
