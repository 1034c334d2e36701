import { Tooltip } from '@mantine/core';
import {
  IconClockHour4,
  IconDownload,
  IconFlask,
  IconKeyOff,
  IconLogout,
  IconPlayerPause,
  IconWallet,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccounts, useActiveAccount } from '../bridge/accounts-store.ts';
import { probeConnection, useConnection } from '../bridge/connection-store.ts';
import { call } from '../bridge/desk.ts';
import { useNoService } from '../bridge/service-gap.ts';
import { markHandled } from '../bridge/unhandled-errors.ts';
import { RunsStatusItem } from '../features/activity/status-item.tsx';
import { AlertBell } from '../features/alerts/bell.tsx';
import { WhatsNewItem } from '../features/help/whats-new-item.tsx';
import { useUpdates } from '../features/settings/updates-store.ts';
import { SharedDeskStatusItem } from '../features/shared-desk/status-item.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { go } from '../nav/router.ts';
import { updateSettings, useSettings } from '../parts/settings/settings-store.ts';
import { Age } from '../ui/age.tsx';
import { useGapText } from '../ui/service-hint.tsx';
import { errorToast } from '../ui/undo-toast.tsx';
import { useNow } from '../ui/use-now.ts';
import styles from './status-bar.module.css';

export const StatusBar = () => (
  <footer className={styles.bar}>
    <BalanceItem />
    <ConnectionItem />
    <DataAgeItem />
    <span className={styles.space} />
    <SharedDeskStatusItem className={styles.item ?? ''} gives={styles.gives ?? ''} />
    <PausedItem />
    <RunsStatusItem className={styles.item ?? ''} />
    <UpdateItem />
    <WhatsNewItem className={styles.item ?? ''} />
    <KeychainItem />
    <SandboxItem />
    <AlertBell className={styles.item ?? ''} />
  </footer>
);

const BalanceItem = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const account = useActiveAccount();
  const noService = useNoService();
  const reason = useGapText();
  const [busy, setBusy] = useState(false);
  if (account === undefined) return null;
  const { balance } = account;
  const refresh = async () => {
    setBusy(true);
    const result = await call('account.refreshBalance', {});
    setBusy(false);
    if (result.ok) return;
    // The status bar already says "offline" right beside it.
    if (result.error.kind === 'offline') markHandled(result.error);
    else errorToast(result.error);
  };
  const text =
    balance === null
      ? t('status.balanceUnknown')
      : t('status.balance', { amount: format.roubles(balance.balanceKopecks) });
  return (
    <Tooltip label={noService ? reason : t('status.balanceRefresh')} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={styles.item}
        data-gives
        aria-busy={busy}
        aria-disabled={busy || noService}
        onClick={() => !busy && !noService && void refresh()}
      >
        <IconWallet size={14} aria-hidden />
        <strong className={styles.strong}>{text}</strong>
        {balance === null ? null : (
          <>
            <span className={styles.gives}>{t('status.spent', { amount: format.roubles(balance.spentKopecks) })}</span>
            <Age at={balance.asOf} />
          </>
        )}
      </button>
    </Tooltip>
  );
};

const ConnectionItem = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const connection = useConnection(({ state }) => state);
  const signedOut = useActiveAccount()?.tokenPlace === 'none';
  if (signedOut) {
    return (
      <span className={styles.item} role="status">
        <IconLogout size={14} aria-hidden />
        {t('status.signedOut')}
      </span>
    );
  }
  const offline = connection?.status === 'offline';
  const text = offline
    ? t('status.offline', { time: format.moment(connection.since, now) })
    : connection?.status === 'online'
      ? t('status.online')
      : t('status.connectionUnknown');
  const IconOf = offline ? IconWifiOff : IconWifi;
  return (
    <Tooltip label={t('status.checkConnection')}>
      <button
        type="button"
        className={styles.item}
        data-tone={offline ? 'warn' : undefined}
        onClick={() => void probeConnection()}
      >
        <IconOf size={14} aria-hidden />
        <span role="status">{text}</span>
      </button>
    </Tooltip>
  );
};

const DataAgeItem = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const at = useConnection(({ state }) => state?.lastSuccessAt ?? null);
  if (at === null) return null;
  return (
    <span className={styles.item} data-gives title={format.exact(at)}>
      <IconClockHour4 size={14} aria-hidden />
      <span className={styles.gives}>
        {t('status.dataAge', { age: t('age.asOf', { moment: format.moment(at, now) }) })}
      </span>
    </span>
  );
};

const PausedItem = () => {
  const { t } = useTranslation();
  const isPaused = useSettings(({ settings }) => settings?.paused ?? false);
  if (!isPaused) return null;
  const goOn = async () => {
    const result = await updateSettings({ paused: false });
    if (!result.ok) errorToast(result.error);
  };
  return (
    <Tooltip label={t('status.pausedHelp')} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={styles.item} data-tone="warn" onClick={() => void goOn()}>
        <IconPlayerPause size={14} aria-hidden />
        {t('status.paused')}
      </button>
    </Tooltip>
  );
};

const UpdateItem = () => {
  const { t } = useTranslation();
  const state = useUpdates((updates) => updates.state);
  if (state?.status !== 'available' && state?.status !== 'ready') return null;
  return (
    <button type="button" className={styles.item} data-tone="info" onClick={() => go('settings')}>
      <IconDownload size={14} aria-hidden />
      {t(state.status === 'ready' ? 'status.updateReady' : 'status.updateAvailable', { version: state.version ?? '' })}
    </button>
  );
};

const KeychainItem = () => {
  const { t } = useTranslation(['common', 'account']);
  const keychain = useAccounts(({ state }) => state?.keychain);
  const inMemory = useActiveAccount()?.tokenPlace === 'memory';
  if (!inMemory || keychain === undefined) return null;
  return (
    <Tooltip label={t(`account:keychain.${keychain.reason}`)}>
      <button type="button" className={styles.item} data-tone="warn" onClick={() => go('settings')}>
        <IconKeyOff size={14} aria-hidden />
        {t('status.keychain')}
      </button>
    </Tooltip>
  );
};

const SandboxItem = () => {
  const { t } = useTranslation();
  const account = useActiveAccount();
  if (account?.isSandbox !== true) return null;
  return (
    <span className={styles.item} data-tone="info" title={t('status.sandboxHelp')}>
      <IconFlask size={14} aria-hidden />
      {t('status.sandbox')}
    </span>
  );
};
