import { useTranslation } from 'react-i18next';
import { fileNameFromTemplate, TEMPLATE_PARTS } from '#shared/domain/file-name.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { ChoiceSetting, NumberSetting, TextSetting } from '../../parts/settings/setting-fields.tsx';
import { SettingsSection } from '../../parts/settings/setting-row.tsx';
import { Screen, ScreenBody } from '../../ui/screen.tsx';
import { AlertSettings } from '../alerts/settings-section.tsx';
import { BackupSection } from '../backup/backup-section.tsx';
import { SharedDeskSection } from '../shared-desk/shared-desk-section.tsx';
import { TelegramSection } from '../telegram/telegram-section.tsx';
import { AboutSection } from './about-section.tsx';
import { AccountsSection } from './accounts-section.tsx';
import { BackgroundSection } from './background-section.tsx';
import { SettingsContents } from './contents.tsx';
import { RefreshSettings } from './refresh-section.tsx';
import { SalesSection } from './sales-section.tsx';
import { ScriptsSection } from './scripts-section.tsx';
import styles from './settings.module.css';

export const SettingsScreen = () => {
  const { t } = useTranslation(['settings', 'common']);
  const sample = {
    client: t('fileNameTemplate.sampleClient'),
    pool: 'residential',
    country: 'de',
    date: localDate(Date.now()),
    time: '14-05',
    format: '1',
    variant: 'domain',
    count: '500',
  };
  return (
    <Screen title={t('common:nav.settings')}>
      <ScreenBody>
        <div className={styles.page}>
          <SettingsContents />
          <div className={styles.sections}>
            <SettingsSection name="appearance">
              <ChoiceSetting
                name="language"
                label={t('language.label')}
                choices={[
                  { value: 'system', label: t('language.system') },
                  { value: 'ru', label: t('language.ru') },
                  { value: 'en', label: t('language.en') },
                ]}
              />
              <ChoiceSetting
                name="theme"
                label={t('theme.label')}
                choices={[
                  { value: 'system', label: t('language.system') },
                  { value: 'light', label: t('theme.light') },
                  { value: 'dark', label: t('theme.dark') },
                ]}
              />
            </SettingsSection>
            <SettingsSection name="lists">
              <TextSetting
                name="fileNameTemplate"
                label={t('fileNameTemplate.label')}
                help={t('fileNameTemplate.help', { fields: TEMPLATE_PARTS.map((field) => `{${field}}`).join(', ') })}
                preview={(typed) => (
                  <p className={styles.preview}>
                    {t('fileNameTemplate.preview', { name: fileNameFromTemplate(typed, sample) })}
                  </p>
                )}
              />
              <ChoiceSetting
                name="lineEnding"
                label={t('lineEnding.label')}
                help={t('lineEnding.help')}
                choices={[
                  { value: 'lf', label: t('lineEnding.lf') },
                  { value: 'crlf', label: t('lineEnding.crlf') },
                ]}
              />
              <NumberSetting
                name="chunkSize"
                label={t('chunkSize.label')}
                help={t('chunkSize.help')}
                whole
                step={100}
              />
              <NumberSetting
                name="lowTrafficGb"
                label={t('lowTrafficGb.label')}
                help={t('lowTrafficGb.help')}
                step={0.5}
              />
            </SettingsSection>
            <SettingsSection name="service">
              <NumberSetting
                name="requestsPerSecond"
                label={t('requestsPerSecond.label')}
                help={t('requestsPerSecond.help')}
                step={0.5}
              />
              <TextSetting name="assumedZone" label={t('assumedZone.label')} help={t('assumedZone.help')} />
              <TextSetting
                name="addressLookupUrl"
                label={t('addressLookupUrl.label')}
                help={t('addressLookupUrl.help')}
                placeholder="https://"
              />
            </SettingsSection>
            <RefreshSettings />
            <BackgroundSection />
            <AlertSettings />
            <TelegramSection />
            <SalesSection />
            <AccountsSection />
            <SharedDeskSection />
            <ScriptsSection />
            <BackupSection />
            <AboutSection />
          </div>
        </div>
      </ScreenBody>
    </Screen>
  );
};
