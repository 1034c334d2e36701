import { Menu, Tooltip } from '@mantine/core';
import {
  IconCheck,
  IconFlask,
  IconLogin,
  IconLogout,
  IconPlus,
  IconSelector,
  IconUserCircle,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/account.ts';
import { accountName, activeAccount, useAccounts } from '../../bridge/accounts-store.ts';
import { call } from '../../bridge/desk.ts';
import { type AccountAction, AccountDialogs } from '../../parts/account/account-dialogs.tsx';
import { switchAccount } from '../../parts/account/switch-account.ts';
import styles from './account-switcher.module.css';

/** Shows the account of this desk at the top of the navigation, and switches to another. */
export const AccountSwitcher = ({ folded }: { readonly folded: boolean }) => {
  const { t } = useTranslation(['account', 'common', 'settings']);
  const state = useAccounts((store) => store.state);
  const [action, setAction] = useState<AccountAction>();
  const target = useRef<HTMLButtonElement>(null);
  const active = activeAccount(state);
  const nameOf = (account: Account) => accountName(account, t('common:status.sandbox'));
  // Before the core has answered, the list of accounts is unknown rather than empty.
  const unnamed = state === undefined ? '…' : t('switcher.none');
  const name = active === undefined ? unnamed : nameOf(active);
  const ActiveIcon = active?.isSandbox === true ? IconFlask : IconUserCircle;

  const note = (account: Account): string | undefined => {
    if (account.tokenPlace === 'none') return t('switcher.signedOut');
    if (account.tokenRejected) return t('switcher.rejected');
    return undefined;
  };

  /** The menu that opened the dialog is gone, so the focus returns to the button that opened the menu. */
  const closeDialog = () => {
    setAction(undefined);
    target.current?.focus();
  };

  return (
    <>
      <Menu position="bottom-start" width={260} offset={4}>
        <Menu.Target>
          <Tooltip label={name} position="right" disabled={!folded}>
            <button ref={target} type="button" className={styles.target} aria-label={t('switcher.open', { name })}>
              <ActiveIcon size={18} stroke={1.6} aria-hidden />
              {folded ? null : (
                <>
                  <span className={`${styles.name} clip`}>{name}</span>
                  <IconSelector size={14} aria-hidden />
                </>
              )}
            </button>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('settings:sections.accounts')}</Menu.Label>
          {(state?.accounts ?? []).map((account) => (
            <Menu.Item
              key={account.id}
              aria-current={account.id === state?.activeId || undefined}
              leftSection={
                account.id === state?.activeId ? (
                  <IconCheck size={15} aria-hidden />
                ) : (
                  <span className={styles.noCheck} />
                )
              }
              rightSection={note(account) === undefined ? null : <span className="note">{note(account)}</span>}
              onClick={() => account.id !== state?.activeId && void switchAccount(account.id)}
            >
              {nameOf(account)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => void call('account.openWelcome', {})}
          >
            {t('switcher.add')}
          </Menu.Item>
          {active === undefined || active.isSandbox ? null : active.tokenPlace === 'none' ? (
            <Menu.Item
              leftSection={<IconLogin size={15} aria-hidden />}
              onClick={() => void call('account.openWelcome', { accountId: active.id })}
            >
              {t('switcher.signIn')}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconLogout size={15} aria-hidden />}
              onClick={() => setAction({ kind: 'sign-out', account: active })}
            >
              {t('switcher.signOut')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {action === undefined ? null : <AccountDialogs action={action} onClose={closeDialog} />}
    </>
  );
};
