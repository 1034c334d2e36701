import { Button } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/result.ts';
import { call } from '../bridge/desk.ts';
import { useQuery } from '../bridge/use-query.ts';
import { useActiveAccount } from '../features/account/store.ts';
import { useFormat } from '../i18n/use-format.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { checkConnection, useIsOffline } from './connection-store.ts';

/** Calm sentences above every screen, when something about the whole desk should be known. */
export const Strips = () => (
  <>
    <StorageStrip />
    <AccountStrip />
    <OfflineStrip />
  </>
);

const OfflineStrip = () => {
  const { t } = useTranslation();
  const offline = useIsOffline();
  if (!offline) return null;
  return (
    <Notice
      tone="mute"
      icon={IconWifiOff}
      live="status"
      strip
      actions={
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void checkConnection()}>
          {t('offline.check')}
        </Button>
      }
    >
      {t('offline.banner')}
    </Notice>
  );
};

const AccountStrip = () => {
  const { t } = useTranslation(['common', 'account']);
  const account = useActiveAccount();
  if (account === undefined) return null;
  const signedOut = account.tokenPlace === 'none';
  if (!signedOut && !account.tokenRejected) return null;
  return (
    <Notice
      tone={signedOut ? 'mute' : 'warn'}
      live="status"
      strip
      actions={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => void call('account.openWelcome', { accountId: account.id })}
        >
          {signedOut ? t('account:signedOutStrip.action') : t('tokenRejected.action')}
        </Button>
      }
    >
      {signedOut ? t('account:signedOutStrip.text') : t('tokenRejected.text')}
    </Notice>
  );
};

/** What start-up found wrong with the database; a backup is offered, and nothing is done unasked. */
const StorageStrip = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const info = useQuery('system.info', {});
  const [error, setError] = useState<AppError>();
  const notice = info.value?.storageNotice;
  if (notice === undefined || notice === null) return null;
  const newest = [...notice.backups].sort((a, b) => b.createdAt - a.createdAt)[0];
  const restore = async (name: string) => {
    const result = await call('system.restoreBackup', { name });
    if (result.ok) window.location.reload();
    else setError(result.error);
  };
  const dismiss = async () => {
    await call('system.dismissStorageNotice', {});
    info.reload();
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
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void dismiss()}>
              {t('storage.dismiss')}
            </Button>
          </>
        }
      >
        {t('storage.text', { name: notice.setAside })}
      </Notice>
      {error === undefined ? null : <ErrorNotice error={error} strip />}
    </>
  );
};
