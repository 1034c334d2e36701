import { Button, Group } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../nav/command-store.ts';
import { SettingsSection } from '../../parts/settings/setting-row.tsx';
import { CopiesList } from './copies-list.tsx';
import { RestoreFromFile } from './restore-from-file.tsx';
import { SaveDialog } from './save-dialog.tsx';

/** Moves the desk to another computer, and saves and restores backups. */
export const BackupSection = () => {
  const { t } = useTranslation('backup');
  const [isSaving, setSaving] = useState(false);
  useCommand('save-backup', () => setSaving(true));
  return (
    <SettingsSection name="backup">
      <p className="prose">{t('text')}</p>
      <Group gap={8} align="flex-start" mt={12} mb={16}>
        <Button leftSection={<IconDatabaseExport size={15} aria-hidden />} onClick={() => setSaving(true)}>
          {t('save.button')}
        </Button>
        <RestoreFromFile />
      </Group>
      <CopiesList />
      <SaveDialog opened={isSaving} onClose={() => setSaving(false)} />
    </SettingsSection>
  );
};
