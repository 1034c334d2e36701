import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';

/**
 * Says what the start found wrong with the database and offers a backup, but does nothing unasked. It also says if the
 * desk is a copy.
 */
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
  if (notice === null) {
    if ((info.value?.copyFoundAt ?? null) === null) return null;
    return (
      <Strip text={t('copyFound.text')} dismissLabel={t('copyFound.read')} onDismiss={() => void dismiss('copy')} />
    );
  }
  const newest = [...notice.backups].sort((a, b) => b.createdAt - a.createdAt)[0];
  const restore = async (name: string) => {
    const result = await call('system.restoreBackup', { name });
    // On success the shell reloads the page, which then shows another database.
    if (!result.ok) setError(result.error);
  };
  return (
    <>
      <Strip
        text={t('storage.text', { name: notice.setAside })}
        dismissLabel={t('storage.dismiss')}
        onDismiss={() => void dismiss('storage')}
      >
        {newest === undefined ? null : (
          <Button size="compact-sm" onClick={() => void restore(newest.name)}>
            {t('storage.restore', { time: format.dateTime(newest.createdAt) })}
          </Button>
        )}
      </Strip>
      <ErrorNotice error={error} strip />
    </>
  );
};

interface StripProps {
  readonly text: string;
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

const Strip = ({ text, dismissLabel, onDismiss, children }: StripProps) => (
  <Notice
    tone="warn"
    live="alert"
    strip
    actions={
      <>
        {children}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDismiss}>
          {dismissLabel}
        </Button>
      </>
    }
  >
    {text}
  </Notice>
);
