import type { Settings } from '#shared/contract/settings.ts';
import { DeskError } from '#shared/result.ts';
import type { Emit, FeatureHandlers } from '../handlers.ts';
import type { Database } from '../storage/database.ts';
import { settingsProblems } from './settings-rules.ts';
import { createSettingsStore } from './settings-store.ts';

export interface SettingsFeature {
  readonly handlers: FeatureHandlers<'settings'>;
  current(): Settings;
}

interface SettingsDeps {
  readonly db: Database;
  readonly emit: Emit;
  readonly onChange: (settings: Settings) => void;
}

export const createSettings = ({ db, emit, onChange }: SettingsDeps): SettingsFeature => {
  const store = createSettingsStore(db);
  return {
    current: store.current,
    handlers: {
      'settings.get': store.current,
      'settings.update': (input) => {
        const change = withoutUndefined(input);
        const problems = settingsProblems(change);
        if (problems.length > 0) throw new DeskError('invalid-input', 'A setting is not right.', { problems });
        const settings = store.update(change);
        onChange(settings);
        emit('settings.changed', settings);
        return settings;
      },
    },
  };
};

const withoutUndefined = (input: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
