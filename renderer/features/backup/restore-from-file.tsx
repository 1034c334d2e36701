import { Button } from '@mantine/core';
import { IconDatabaseImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge/use-action.ts';
import { useCommand } from '../../nav/command-store.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import type { RestoreSource } from './restore-source.ts';

/** Asks for a backup file and restores it, on the welcome page and in the settings. */
export const RestoreFromFile = ({ wide = false }: { readonly wide?: boolean }) => {
  const { t } = useTranslation('backup');
  const choose = useAction('backup.choose');
  const [source, setSource] = useState<RestoreSource>();
  const ask = async () => {
    const result = await choose.run({});
    if (result.ok && result.value !== null) setSource({ kind: 'file', file: result.value });
  };
  useCommand('restore-backup', () => void ask());
  return (
    <>
      <Button
        {...(wide ? { size: 'md', fullWidth: true } : {})}
        loading={choose.busy}
        leftSection={<IconDatabaseImport size={wide ? 16 : 15} aria-hidden />}
        onClick={() => void ask()}
      >
        {t('restore.button')}
      </Button>
      <ErrorNotice error={choose.error} />
      {source === undefined ? null : <RestoreDialog source={source} onClose={() => setSource(undefined)} />}
    </>
  );
};
