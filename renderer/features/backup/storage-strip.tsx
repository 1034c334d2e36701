import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What start-up found wrong with the database; a backup is offered, and nothing is done unasked. */
export const StorageStrip = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const info = useQuery('system.info', {});
  const [error, setError] = useState<AppError>();
  const dismiss = async (which: 'storage' | 'copy') => {
    await call('system.dismissNotice', { notice: which });
    info.reload();
  };
  const notice = info.value?.storageNotice ?? null;
  const copyFoundAt = info.value?.copyFoundAt ?? null;
  if (notice === null && copyFoundAt === null) return null;
  if (notice === null) return <CopyStrip onRead={() => void dismiss('copy')} />;
  const newest = [...notice.backups].sort((a, b) => b.createdAt - a.createdAt)[0];
  const restore = async (name: string) => {
    const result = await call('system.restoreBackup', { name });
    // When it was done, the shell loads the page anew: it shows another database now.
    if (!result.ok) setError(result.error);
  };
  return (
    <>
      <Notice
        tone="warn"
        live="alert"
        strip
        actions={
          <>
            {newest === undefined ? null : (
              <Button size="compact-sm" onClick={() => void restore(newest.name)}>
                {t('storage.restore', { time: format.dateTime(newest.createdAt) })}
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void dismiss('storage')}>
              {t('storage.dismiss')}
            </Button>
          </>
        }
      >
        {t('storage.text', { name: notice.setAside })}
      </Notice>
      <ErrorNotice error={error} strip />
    </>
  );
};

/** The desk was found to be a copy, and what that means. Told once. */
const CopyStrip = ({ onRead }: { readonly onRead: () => void }) => {
  const { t } = useTranslation();
  return (
    <Notice
      tone="warn"
      live="alert"
      strip
      actions={
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onRead}>
          {t('copyFound.read')}
        </Button>
      }
    >
      {t('copyFound.text')}
    </Notice>
  );
};
