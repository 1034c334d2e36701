import {
  IconClipboardCopy,
  IconDatabaseExport,
  IconDatabaseImport,
  IconDownload,
  IconInfoCircle,
  IconLogin,
  IconLogout,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconUserPlus,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useActiveAccount } from '../bridge/accounts-store.ts';
import { call } from '../bridge/desk.ts';
import { checkForUpdate, useUpdates } from '../features/settings/updates-store.ts';
import { requestCommand } from '../nav/command-store.ts';
import { useOpenRefresh } from '../parts/runs/open-runs-store.ts';
import { useSettings } from '../parts/settings/settings-store.ts';
import { useSharedDesk } from '../parts/shared-desk/shared-desk-store.ts';
import { callOrTell } from '../ui/call-or-tell.ts';
import { doneToast } from '../ui/undo-toast.tsx';
import type { PaletteAction } from './palette-actions.ts';

/** The settings show the outcome. */
const lookForUpdate = async (): Promise<void> => {
  requestCommand('about');
  await checkForUpdate();
};

/** Occasional actions on the whole desk, and the actions on a refresh that is running. */
export const useDeskActions = (): readonly PaletteAction[] => {
  const { t } = useTranslation(['common', 'sharedDesk']);
  const shared = useSharedDesk()?.status ?? 'none';
  const active = useActiveAccount();
  const run = useOpenRefresh();
  const runId = run?.id ?? 0;
  const isPaused = useSettings(({ settings }) => settings?.paused ?? false);
  const updates = useUpdates(({ state }) => state?.status);
  const copyDiagnostics = async (): Promise<void> => {
    const copied = await callOrTell('system.copyDiagnostics', {});
    if (copied !== undefined) doneToast(t('palette.diagnosticsCopied'));
  };
  const refreshing: readonly PaletteAction[] =
    run === undefined
      ? []
      : [
          run.state === 'running'
            ? {
                label: t('palette.pauseRefresh'),
                icon: IconPlayerPause,
                run: () => void callOrTell('runs.pause', { runId }),
              }
            : {
                label: t('palette.resumeRefresh'),
                icon: IconPlayerPlay,
                run: () => void callOrTell('runs.resume', { runId }),
              },
          {
            label: t('palette.cancelRefresh'),
            icon: IconPlayerStop,
            run: () => void callOrTell('runs.cancel', { runId }),
          },
        ];
  const setPaused = (paused: boolean) => () => void callOrTell('settings.update', { paused });
  return [
    ...refreshing,
    isPaused
      ? { label: t('palette.goOn'), icon: IconPlayerPlay, run: setPaused(false) }
      : { label: t('palette.pauseAll'), icon: IconPlayerPause, run: setPaused(true) },
    ...(active === undefined || active.isSandbox
      ? []
      : active.tokenPlace === 'none'
        ? [
            {
              label: t('palette.signIn'),
              icon: IconLogin,
              run: () => void call('account.openWelcome', { accountId: active.id }),
            },
          ]
        : [{ label: t('palette.signOut'), icon: IconLogout, run: () => requestCommand('sign-out') }]),
    ...(shared === 'none'
      ? [
          { label: t('sharedDesk:none.make'), icon: IconUsers, run: () => requestCommand('make-shared-desk') },
          { label: t('sharedDesk:none.join'), icon: IconUsersPlus, run: () => requestCommand('join-shared-desk') },
        ]
      : [
          { label: t('sharedDesk:title'), icon: IconUsers, run: () => requestCommand('show-shared-desk') },
          { label: t('sharedDesk:invite.button'), icon: IconUserPlus, run: () => requestCommand('invite-computer') },
        ]),
    { label: t('palette.saveBackup'), icon: IconDatabaseExport, run: () => requestCommand('save-backup') },
    { label: t('palette.restoreBackup'), icon: IconDatabaseImport, run: () => requestCommand('restore-backup') },
    { label: t('palette.diagnostics'), icon: IconClipboardCopy, run: () => void copyDiagnostics() },
    ...(updates === 'idle'
      ? [{ label: t('palette.checkUpdate'), icon: IconDownload, run: () => void lookForUpdate() }]
      : []),
    { label: t('palette.about'), icon: IconInfoCircle, run: () => requestCommand('about') },
  ];
};
