import { Box, Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useCommand } from '../../nav/command-store.ts';
import { showHelp } from '../../parts/help/show-help.ts';
import { SettingsSection } from '../../parts/settings/setting-row.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact } from '../../ui/fact.tsx';
import { errorToast } from '../../ui/undo-toast.tsx';
import { LicencesDialog } from './licences-dialog.tsx';
import styles from './settings.module.css';
import { UpdateRow } from './update-row.tsx';

const SETTLED_MS = 150;

export const AboutSection = () => {
  const { t } = useTranslation(['settings', 'common']);
  const info = useQuery('system.info', {});
  const [copied, setCopied] = useState(false);
  const [showsLicences, setShowsLicences] = useState(false);
  const about = useRef<HTMLDListElement>(null);
  // Sections above may still be loading and push this one down, so it scrolls into view again once they are there.
  useCommand('about', () => {
    about.current?.focus();
    window.setTimeout(() => about.current?.scrollIntoView({ block: 'center' }), SETTLED_MS);
  });
  const facts =
    info.value === undefined
      ? []
      : ([
          [t('about.version'), info.value.version],
          [t('about.runtime'), info.value.runtime],
          [t('about.database'), t('about.databaseValue', { sqlite: info.value.sqlite, schema: info.value.schema })],
          [t('about.platform'), info.value.platform],
          [t('about.dataFolder'), info.value.dataFolder],
          [t('about.licence'), t('about.licenceValue')],
        ] as const);
  const copy = async () => {
    const result = await call('system.copyDiagnostics', {});
    setCopied(result.ok);
    if (!result.ok) errorToast(result.error);
  };
  return (
    <SettingsSection name="about">
      <ErrorNotice error={info.error} />
      <Box component="dl" ref={about} tabIndex={-1} className="facts selectable" mb={12}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Box>
      <UpdateRow />
      <Group gap={8} mb={12}>
        <Button onClick={() => void call('system.showDataFolder', {})}>{t('common:words.showFolder')}</Button>
        <Button onClick={() => void copy()}>
          {copied ? t('common:actions.copied') : t('common:palette.diagnostics')}
        </Button>
        <Button onClick={() => setShowsLicences(true)}>{t('licences.open')}</Button>
        <Button onClick={() => showHelp('manual')}>{t('common:help.manual')}</Button>
        <Button onClick={() => showHelp('changes')}>{t('common:help.whatsNew')}</Button>
      </Group>
      <p className={`${styles.help} note`}>{t('about.copyHelp')}</p>
      <LicencesDialog opened={showsLicences} onClose={() => setShowsLicences(false)} />
    </SettingsSection>
  );
};
