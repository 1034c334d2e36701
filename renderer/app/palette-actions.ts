import {
  IconArrowLeft,
  IconArrowRight,
  IconBell,
  IconBellCheck,
  IconBook,
  IconBookmark,
  IconCalendarTime,
  IconClipboardText,
  IconCoins,
  IconFileExport,
  IconFileImport,
  IconFolder,
  IconHelpCircle,
  IconKeyboard,
  IconLanguage,
  IconLayoutSidebar,
  IconMoon,
  IconPlugConnected,
  IconRefresh,
  IconShoppingCart,
  IconSparkles,
  IconSun,
  IconSwitchHorizontal,
  IconTags,
  IconTrash,
  IconUserCircle,
  IconUserPlus,
  IconWifi,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { accountName, useAccounts } from '../bridge/accounts-store.ts';
import { probeConnection } from '../bridge/connection-store.ts';
import { call } from '../bridge/desk.ts';
import { useSalesInUse } from '../bridge/sales-store.ts';
import { useNoService } from '../bridge/service-gap.ts';
import { useQuery } from '../bridge/use-query.ts';
import { markAllRead } from '../features/alerts/alert-actions.ts';
import { showAlerts } from '../features/alerts/store.ts';
import type { MenuAction } from '../nav/chosen-store.ts';
import { requestCommand } from '../nav/command-store.ts';
import { openSettingsSection } from '../nav/open-settings-section.ts';
import { go, goBack, goForward, SCREENS } from '../nav/router.ts';
import { SECTION_NAMESPACES, SETTINGS_SECTIONS } from '../nav/settings-sections.ts';
import { switchAccount } from '../parts/account/switch-account.ts';
import { checkFile } from '../parts/checks/check-file.ts';
import { showHelp } from '../parts/help/show-help.ts';
import { openDraft } from '../parts/runs/draft-store.ts';
import { startRefresh } from '../parts/runs/run-actions.ts';
import { openStanding } from '../parts/standing/draft-store.ts';
import { callOrTell } from '../ui/call-or-tell.ts';
import { doneToast } from '../ui/undo-toast.tsx';
import { showShortcuts, toggleFolded } from './layout-store.ts';
import { screenIcons } from './screen-icons.ts';

export interface PaletteAction extends MenuAction {
  /** Needed when several actions have the same label. */
  readonly id?: string;
  readonly keys?: string;
  readonly description?: string;
}

/** The actions that open the screens, with their shortcuts. */
export const useScreenActions = (): readonly PaletteAction[] => {
  const { t } = useTranslation();
  return SCREENS.map((screen, index) => ({
    label: t(`nav.${screen}`),
    icon: screenIcons[screen],
    keys: `Ctrl+${index + 1}`,
    run: () => go(screen),
  }));
};

/** The actions that open a section of the settings. They would fill a palette in which nothing was typed. */
export const useSettingsActions = (isTyped: boolean): readonly PaletteAction[] => {
  const { t } = useTranslation(['common', ...SECTION_NAMESPACES]);
  if (!isTyped) return [];
  return SETTINGS_SECTIONS.map(({ name, title }) => ({
    id: `settings-${name}`,
    label: `${t('common:nav.settings')}: ${t(title)}`,
    icon: screenIcons.settings,
    run: () => openSettingsSection(name),
  }));
};

/** The filters that the user saved by name. Each opens its screen with the filter and its order, for this visit. */
export const useSavedFilterActions = (isTyped: boolean): readonly PaletteAction[] => {
  const { t } = useTranslation();
  const { value = [] } = useQuery('savedFilters.list', isTyped ? {} : null, ['savedFilters.changed']);
  return value.map(({ id, screen, name, filter, sort }) => ({
    id: `filter-${id}`,
    label: `${t(`nav.${screen}`)}: ${name}`,
    icon: IconBookmark,
    run: () => go(screen, sort === null ? { filter } : { filter, sort }),
  }));
};

/** Every action that needs no selection. Actions that need the service are left out while it cannot be reached. */
export const usePaletteActions = (): readonly PaletteAction[] => {
  const { t, i18n } = useTranslation([
    'common',
    'ledger',
    'account',
    'sales',
    'standing',
    'scheduledLists',
    'checks',
    'trash',
    'undo',
  ]);
  const noService = useNoService();
  const hasSales = useSalesInUse();
  const accounts = useAccounts(({ state }) => state);
  const dark = document.documentElement.dataset.mantineColorScheme === 'dark';
  const checkUnknown = async (): Promise<void> => {
    const found = await callOrTell('purchases.resolve', {});
    if (found === undefined) return;
    const { settled, stillUnknown } = found;
    doneToast(t('ledger:check.result', { settled, stillUnknown }));
  };
  const online: readonly PaletteAction[] = [
    { label: t('palette.buyProxies'), icon: IconShoppingCart, run: () => requestCommand('buy-proxies') },
    { label: t('status.balanceRefresh'), icon: IconRefresh, run: () => void callOrTell('account.refreshBalance', {}) },
    { label: t('palette.refreshClients'), icon: IconRefresh, run: () => void startRefresh() },
    { label: t('palette.checkUnknown'), icon: IconHelpCircle, run: () => void checkUnknown() },
  ];
  return [
    { label: t('palette.addClient'), icon: IconUserPlus, run: () => requestCommand('add-client') },
    { label: t('palette.importClients'), icon: IconFileImport, run: () => requestCommand('import-clients') },
    { label: t('palette.pasteClients'), icon: IconClipboardText, run: () => requestCommand('paste-clients') },
    { label: t('palette.importProxies'), icon: IconFileImport, run: () => requestCommand('import-proxies') },
    { label: t('standing:add'), icon: IconCalendarTime, run: () => openStanding() },
    { label: t('scheduledLists:add'), icon: IconCalendarTime, run: () => openDraft('schedule', [], 'schedule') },
    { label: t('palette.exportClients'), icon: IconFileExport, run: () => requestCommand('export-clients') },
    { label: t('sales:prices.title'), icon: IconTags, run: () => go('purchases', { filter: { view: 'prices' } }) },
    ...(hasSales
      ? [{ label: t('sales:debts.title'), icon: IconCoins, run: () => go('purchases', { filter: { view: 'debts' } }) }]
      : []),
    { label: t('checks:checkFile'), icon: IconPlugConnected, run: () => void checkFile() },
    { label: t('trash:open'), icon: IconTrash, run: () => go('activity', { filter: { show: 'trash' } }) },
    ...(noService ? [] : online),
    { label: t('palette.checkConnection'), icon: IconWifi, run: () => void probeConnection() },
    { label: t('palette.alerts'), icon: IconBell, run: () => showAlerts(true) },
    { label: t('palette.readAlerts'), icon: IconBellCheck, run: () => void markAllRead() },
    { label: t('palette.back'), icon: IconArrowLeft, keys: 'Alt+←', run: goBack },
    { label: t('palette.forward'), icon: IconArrowRight, keys: 'Alt+→', run: goForward },
    {
      label: dark ? t('palette.light') : t('palette.dark'),
      icon: dark ? IconSun : IconMoon,
      run: () => void call('settings.update', { theme: dark ? 'light' : 'dark' }),
    },
    {
      // This label is in the other language, because a user who needs it may not read the current one.
      label: t('palette.otherLanguage'),
      icon: IconLanguage,
      run: () => void call('settings.update', { language: i18n.language === 'ru' ? 'en' : 'ru' }),
    },
    { label: t('palette.foldNav'), icon: IconLayoutSidebar, run: toggleFolded },
    ...(accounts?.accounts ?? [])
      .filter(({ id }) => id !== accounts?.activeId)
      .map((account) => ({
        id: `account-${account.id}`,
        label: t('palette.switchTo', { name: accountName(account, t('common:status.sandbox')) }),
        icon: IconSwitchHorizontal,
        run: () => void switchAccount(account.id),
      })),
    { label: t('palette.addAccount'), icon: IconUserCircle, run: () => void call('account.openWelcome', {}) },
    { label: t('palette.dataFolder'), icon: IconFolder, run: () => void call('system.showDataFolder', {}) },
    { label: t('palette.manual'), icon: IconBook, keys: 'F1', run: () => showHelp('manual') },
    { label: t('palette.whatsNew'), icon: IconSparkles, run: () => showHelp('changes') },
    { label: t('palette.shortcuts'), icon: IconKeyboard, keys: '?', run: () => showShortcuts(true) },
  ];
};
