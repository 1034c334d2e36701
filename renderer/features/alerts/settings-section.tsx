import { useTranslation } from 'react-i18next';
import { TextSetting } from '../../parts/settings/setting-fields.tsx';
import { SettingsSection } from '../../parts/settings/setting-row.tsx';
import { useSettings } from '../../parts/settings/settings-store.ts';
import { SwitchSetting } from '../../parts/settings/switch-setting.tsx';

/** Chooses which alerts are shown, and the quiet hours. */
export const AlertSettings = () => {
  const { t } = useTranslation('alerts');
  const hasQuietHours = useSettings(({ settings }) => settings?.quietHours ?? false);
  return (
    <SettingsSection name="alerts">
      <SwitchSetting name="alertSevenDays" label={t('settings.sevenDays')} help={t('settings.endsHelp')} />
      <SwitchSetting name="alertThreeDays" label={t('settings.threeDays')} />
      <SwitchSetting name="alertOneDay" label={t('settings.oneDay')} />
      <SwitchSetting name="alertExpired" label={t('settings.expired')} />
      <SwitchSetting name="alertLowTraffic" label={t('settings.lowTraffic')} help={t('settings.lowTrafficHelp')} />
      <SwitchSetting name="alertLowBalance" label={t('settings.lowBalance')} help={t('settings.lowBalanceHelp')} />
      <SwitchSetting name="desktopAlerts" label={t('settings.desktop')} help={t('settings.desktopHelp')} />
      <SwitchSetting name="quietHours" label={t('settings.quiet')} help={t('settings.quietHelp')} />
      {hasQuietHours ? (
        <>
          <TextSetting name="quietFrom" label={t('settings.quietFrom')} help={t('settings.quietFromHelp')} />
          <TextSetting name="quietTo" label={t('settings.quietTo')} help={t('settings.quietToHelp')} />
        </>
      ) : null}
    </SettingsSection>
  );
};
