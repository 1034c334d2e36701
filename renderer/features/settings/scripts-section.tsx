import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import { SCRIPT_ACCESS } from '#shared/domain/script-access.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ChoiceSetting, NumberSetting } from '../../parts/settings/setting-fields.tsx';
import { SettingRow, SettingsSection } from '../../parts/settings/setting-row.tsx';
import { useSettings } from '../../parts/settings/settings-store.ts';
import { SwitchSetting } from '../../parts/settings/switch-setting.tsx';
import styles from './settings.module.css';

/** Chooses what the command line and assistants may do on this computer (docs/scripts.md). */
export const ScriptsSection = () => {
  const { t } = useTranslation('scripts');
  const access = useSettings(({ settings }) => settings?.scriptAccess ?? 'off');
  return (
    <SettingsSection name="scripts">
      <ChoiceSetting
        name="scriptAccess"
        label={t('access.label')}
        help={t('access.help')}
        choices={SCRIPT_ACCESS.map((value) => ({ value, label: t(`access.${value}`) }))}
      />
      {access === 'off' ? null : <AllowedScripts key={access} mayBuy={access === 'buy'} />}
    </SettingsSection>
  );
};

const AllowedScripts = ({ mayBuy }: { readonly mayBuy: boolean }) => {
  const { t } = useTranslation('scripts');
  const format = useFormat();
  const { value } = useQuery('scripts.state', {}, ['settings.changed', 'purchases.changed']);
  const spent = value === undefined ? '…' : format.roubles(value.spentTodayKopecks);
  return (
    <>
      <SwitchSetting name="scriptSecrets" label={t('secrets.label')} help={t('secrets.help')} />
      {mayBuy ? (
        <NumberSetting
          name="scriptDayCapRubles"
          label={t('cap.label')}
          help={t('cap.help', { spent })}
          whole
          step={100}
        />
      ) : null}
      <SettingRow label={t('commands.label')} help={t('commands.help')}>
        {(ids) => (
          <output {...ids} className={styles.state}>
            {value === undefined ? '…' : t(`commands.${stateWord(value)}`)}
          </output>
        )}
      </SettingRow>
    </>
  );
};

const stateWord = ({ problem, isOpen }: ProcedureOutput<'scripts.state'>) => problem ?? (isOpen ? 'open' : 'closed');
