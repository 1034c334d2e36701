import { Button } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconClockExclamation, IconHourglass, IconWifiOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts, useActiveAccount } from '../bridge/accounts-store.ts';
import { probeConnection, useConnection, useIsOffline } from '../bridge/connection-store.ts';
import { call } from '../bridge/desk.ts';
import { StorageStrip } from '../features/backup/storage-strip.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { Notice } from '../ui/notice.tsx';

/** Calm sentences above every screen about the state of the whole desk. */
export const Strips = () => (
  <>
    <OpeningStrip />
    <StorageStrip />
    <AccountStrip />
    <OfflineStrip />
    <ClockStrip />
  </>
);

/** An ordinary start is too short for anybody to read a sentence. */
const LONG_START_MS = 1_500;

/**
 * The desk is drawn empty before its data is open. Opening takes a while when the data has to be checked or migrated.
 */
const OpeningStrip = () => {
  const { t } = useTranslation();
  const isOpening = useAccounts((accounts) => accounts.isOpening);
  const [isLong, setIsLong] = useState(false);
  useTimeout(() => setIsLong(true), LONG_START_MS, { autoInvoke: true });
  if (!isOpening || !isLong) return null;
  return (
    <Notice tone="mute" icon={IconHourglass} live="status" strip>
      {t('opening')}
    </Notice>
  );
};

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
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void probeConnection()}>
          {t('offline.check')}
        </Button>
      }
    >
      {t('offline.banner')}
    </Notice>
  );
};

/** This computer's clock decides what has ended and which day it is. If the clock is wrong, so are they. */
const ClockStrip = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const aheadMs = useConnection(({ clockAheadMs }) => clockAheadMs);
  if (aheadMs === null) return null;
  const by = format.duration(Math.abs(aheadMs));
  return (
    <Notice tone="warn" icon={IconClockExclamation} live="status" strip>
      {aheadMs > 0 ? t('clock.ahead', { by }) : t('clock.behind', { by })}
    </Notice>
  );
};

const AccountStrip = () => {
  const { t } = useTranslation(['common', 'account']);
  const account = useActiveAccount();
  if (account === undefined) return null;
  const signedOut = account.tokenPlace === 'none';
  if (!signedOut && !account.tokenRejected) return null;
  const { tokenRefused } = account;
  const why =
    tokenRefused === null
      ? t('account:signedOutStrip.text')
      : t(`account:tokenRefused.${tokenRefused}`, { address: account.baseUrl });
  return (
    <Notice
      tone={signedOut && tokenRefused === null ? 'mute' : 'warn'}
      live="status"
      strip
      actions={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => void call('account.openWelcome', { accountId: account.id })}
        >
          {signedOut ? t('words.signIn') : t('tokenRejected.action')}
        </Button>
      }
    >
      {signedOut ? why : t('tokenRejected.text')}
    </Notice>
  );
};
