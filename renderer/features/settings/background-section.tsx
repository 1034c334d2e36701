import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { SettingRow, SettingsSection } from '../../parts/settings/setting-row.tsx';
import { SwitchSetting } from '../../parts/settings/switch-setting.tsx';
import { useSavedMark } from '../../parts/settings/use-saved-mark.ts';
import { errorToast } from '../../ui/undo-toast.tsx';

/** Settings for the work without a window. */
export const BackgroundSection = () => {
  const { t } = useTranslation('settings');
  return (
    <SettingsSection name="background">
      <SwitchSetting name="closeToTray" label={t('closeToTray.label')} help={t('closeToTray.help')} />
      <StartsAtLogin />
      <SwitchSetting
        name="hardwareAcceleration"
        label={t('hardwareAcceleration.label')}
        help={t('hardwareAcceleration.help')}
      />
    </SettingsSection>
  );
};

/** This is not a setting of the desk: the system stores it, and may change it elsewhere. */
const StartsAtLogin = () => {
  const { t } = useTranslation('settings');
  const { value, reload } = useQuery('system.startsAtLogin', {});
  const saved = useSavedMark();
  const change = async (isOn: boolean) => {
    const result = await call('system.setStartsAtLogin', { isOn });
    reload();
    if (!result.ok) errorToast(result.error);
    saved.show(result.ok);
  };
  return (
    <SettingRow label={t('startsAtLogin.label')} help={t('startsAtLogin.help')} saved={saved.shown}>
      {(ids) => (
        <Switch
          {...ids}
          mt={6}
          checked={value?.isOn ?? false}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      )}
    </SettingRow>
  );
};
