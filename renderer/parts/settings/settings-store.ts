import { create } from 'zustand';
import type { Settings } from '#shared/contract/settings.ts';
import { type Language, resolveLanguage } from '#shared/domain/language.ts';
import type { Result } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { follow } from '../../bridge/follow.ts';
import { knownSettings, settingsRequest } from '../../bridge/hello.ts';
import { switchLanguage } from '../../i18n/i18n.ts';

/** `undefined` only if the core could not be asked. The window then follows the OS. */
export const useSettings = create<{ readonly settings: Settings | undefined }>(() => ({ settings: undefined }));

const apply = (settings: Settings): void => {
  useSettings.setState({ settings });
  switchLanguage(chosenLanguage());
};

/** Call it once at start. The request was sent already, before anything else (bridge/hello.ts). */
export const hydrateSettings = (): Promise<void> => {
  const answers = [settingsRequest];
  return follow('settings.changed', () => answers.pop() ?? call('settings.get', {}), apply, knownSettings);
};

/** The language of the settings, or of the OS while there are none. */
export const chosenLanguage = (): Language =>
  resolveLanguage(useSettings.getState().settings?.language ?? 'system', navigator.language);

/** Saves the change and applies the new values everywhere at once. */
export const updateSettings = async (change: Partial<Settings>): Promise<Result<Settings>> => {
  const result = await call('settings.update', change);
  if (result.ok) apply(result.value);
  return result;
};
