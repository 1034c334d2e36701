import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { REFRESH_HOURS } from '#shared/domain/refresh-due.ts';
import { SettingRow, SettingsSection } from '../../parts/settings/setting-row.tsx';
import { useSetting } from '../../parts/settings/use-setting.ts';
import { useKeptFresh } from '../../parts/shared-desk/kept-fresh.ts';

/** Chooses how often all clients are refreshed automatically. */
export const RefreshSettings = () => {
  const { t } = useTranslation('refresh');
  const { saved, save, justSaved } = useSetting('refreshEveryHours');
  const keptFresh = useKeptFresh();
  const help = [t('setting.help'), keptFresh].filter((text) => text !== undefined).join(' ');
  return (
    <SettingsSection name="refresh">
      <SettingRow label={t('setting.label')} help={help} saved={justSaved}>
        {(ids) => (
          <SegmentedControl
            {...ids}
            aria-label={t('setting.label')}
            data={REFRESH_HOURS.map((hours) => ({
              value: hours,
              label: hours === 0 ? t('setting.off') : t('setting.hours', { hours }),
            }))}
            value={saved ?? 0}
            onChange={(hours) => void save(hours)}
          />
        )}
      </SettingRow>
    </SettingsSection>
  );
};
