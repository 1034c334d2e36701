import { app } from 'electron';
import { isLanguage, type Language, resolveLanguage } from '#shared/domain/language.ts';

/** BCP 47 tag of the language Chromium chose from the OS (or from `--lang`). */
export const systemLocale = (): string => app.getLocale() || 'en-US';

/** Returns the language of the shell's own texts: the setting, or with `system` the language of the OS. */
export const shellLanguage = (setting: unknown): Language =>
  resolveLanguage(isLanguage(setting) ? setting : 'system', systemLocale());
