import { createInstance } from 'i18next';
import type { Language } from '#shared/domain/language.ts';
import { shell as en } from '#shared/texts/en/shell.ts';
import { shell as ru } from '#shared/texts/ru/shell.ts';
import { asTranslate, type Translate } from '#shared/texts/translate.ts';

const i18n = createInstance();
void i18n.init({
  fallbackLng: false,
  resources: { en: { shell: en }, ru: { shell: ru } },
  initAsync: false,
  interpolation: { escapeValue: false },
});

export type ShellWords = Translate<'shell'>;

/**
 * Returns the translator for the shell's own texts, in the language current at each call. All other texts are shown by
 * the page.
 */
export const shellWords = (language: () => Language): ShellWords =>
  asTranslate((key, values) => i18n.t(key, { lng: language(), ...values }));

/** The message and detail of a native box. */
export const boxOf = (
  t: ShellWords,
  what:
    | 'pageCrashed'
    | 'pageKeepsCrashing'
    | 'coreCrashed'
    | 'coreKeepsCrashing'
    | 'graphicsOff'
    | 'unexpected'
    | 'cannotStart'
    | 'noSandbox'
    | 'quitDuringCharge',
): { readonly message: string; readonly detail: string } => ({
  message: t(`shell:${what}.message`),
  detail: t(`shell:${what}.detail`),
});

/** Returns the message and detail that say why the app cannot start, by the code of the core's error. */
export const startFailureBox = (
  t: ShellWords,
  error: unknown,
): { readonly message: string; readonly detail: string } => {
  const { message, detail } = boxOf(t, 'cannotStart');
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'data-folder-not-writable') return { message, detail: t('shell:cannotStart.notWritable') };
  return { message, detail: code === 'database-full' ? t('shell:cannotStart.full') : detail };
};
