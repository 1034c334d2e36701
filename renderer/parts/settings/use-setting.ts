import { useState } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import type { AppError } from '#shared/result.ts';
import { describeError, fieldProblem } from '../../i18n/describe-error.ts';
import { updateSettings, useSettings } from './settings-store.ts';
import { useSavedMark } from './use-saved-mark.ts';

/** One setting with its own error. The typed value stays, and other settings are not affected. */
export const useSetting = <K extends keyof Settings>(name: K) => {
  const saved = useSettings(({ settings }) => settings?.[name]);
  const [error, setError] = useState<AppError>();
  const mark = useSavedMark();
  const save = async (value: Settings[K]): Promise<void> => {
    if (value === saved) {
      setError(undefined);
      return;
    }
    const result = await updateSettings({ [name]: value } as Partial<Settings>);
    setError(result.ok ? undefined : result.error);
    mark.show(result.ok);
  };
  const text = error === undefined ? undefined : (fieldProblem(error, name) ?? describeError(error));
  return { saved, save, error: text, clearError: () => setError(undefined), justSaved: mark.shown };
};
