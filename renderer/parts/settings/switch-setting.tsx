import { Switch } from '@mantine/core';
import type { Settings } from '#shared/contract/settings.ts';
import { SettingRow } from './setting-row.tsx';
import { useSetting } from './use-setting.ts';

type Switches = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

/** A setting that is on or off. */
export const SwitchSetting = (props: { readonly name: Switches; readonly label: string; readonly help?: string }) => {
  const { saved, save, justSaved } = useSetting(props.name);
  return (
    <SettingRow label={props.label} saved={justSaved} {...(props.help === undefined ? {} : { help: props.help })}>
      {(ids) => (
        <Switch {...ids} mt={6} checked={saved ?? false} onChange={(event) => void save(event.currentTarget.checked)} />
      )}
    </SettingRow>
  );
};
