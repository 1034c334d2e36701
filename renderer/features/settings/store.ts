import { create } from 'zustand';
import type { Settings } from '#shared/contract/settings.ts';
import { resolveLanguage } from '#shared/domain/language.ts';
import type { Result } from '#shared/result.ts';
import { call, subscribe } from '../../bridge/desk.ts';
import { switchLanguage } from '../../i18n/i18n.ts';

/** `undefined` only when the core could not be asked: the window then follows the OS. */
export const useSettings = create<{ readonly settings: Settings | undefined }>(() => ({ settings: undefined }));

const apply = (settings: Settings): void => {
  useSettings.setState({ settings });
  switchLanguage(resolveLanguage(settings.language, navigator.language));
};

/** Reads the settings and listens to changes; answers with the language to start in. */
export const hydrateSettings = async (): Promise<Settings['language']> => {
  subscribe('settings.changed', apply);
  const result = await call('settings.get', {});
  if (!result.ok) return 'system';
  useSettings.setState({ settings: result.value });
  return result.value.language;
};

/** Saves; the new values are shown at once, everywhere. */
export const updateSettings = async (change: Partial<Settings>): Promise<Result<Settings>> => {
  const result = await call('settings.update', change);
  if (result.ok) apply(result.value);
  return result;
};
