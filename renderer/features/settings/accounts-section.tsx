import { Button, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/account.ts';
import { type AppError, assertNever } from '#shared/result.ts';
import { accountName, activeAccount, setAccountState, useAccounts } from '../../bridge/accounts-store.ts';
import { call } from '../../bridge/desk.ts';
import { describeError, fieldProblem } from '../../i18n/describe-error.ts';
import { useCommand } from '../../nav/command-store.ts';
import { type AccountAction, AccountDialogs } from '../../parts/account/account-dialogs.tsx';
import { switchAccount } from '../../parts/account/switch-account.ts';
import { SavedMark, SettingsSection } from '../../parts/settings/setting-row.tsx';
import { useSavedMark } from '../../parts/settings/use-saved-mark.ts';
import { Notice } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './settings.module.css';

export const AccountsSection = () => {
  const { t } = useTranslation(['settings', 'account', 'common']);
  const state = useAccounts((store) => store.state);
  const [action, setAction] = useState<AccountAction>();
  useCommand('sign-out', () => {
    const account = activeAccount(state);
    if (account !== undefined) setAction({ kind: 'sign-out', account });
  });
  if (state === undefined) return null;
  const { keychain } = state;
  return (
    <SettingsSection name="accounts">
      <ul className={styles.accounts}>
        {state.accounts.map((account) => (
          <AccountRow key={account.id} account={account} active={account.id === state.activeId} onAction={setAction} />
        ))}
      </ul>
      <Group gap={8} mb={12}>
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => void call('account.openWelcome', {})}>
          {t('common:palette.addAccount')}
        </Button>
      </Group>
      <Notice tone={keychain.available ? 'ok' : keychain.reason === 'not-checked' ? 'mute' : 'warn'}>
        {t(`account:keychain.${keychain.reason}`)}
      </Notice>
      <AccountDialogs action={action} onClose={() => setAction(undefined)} />
    </SettingsSection>
  );
};

interface AccountRowProps {
  readonly account: Account;
  readonly active: boolean;
  readonly onAction: (action: AccountAction) => void;
}

const AccountRow = ({ account, active, onAction }: AccountRowProps) => {
  const { t } = useTranslation(['settings', 'account', 'common']);
  const name = accountName(account, t('common:status.sandbox'));
  const place = account.isSandbox ? t('common:status.sandboxHelp') : account.baseUrl;
  const [label, setLabel] = useState(account.label);
  const [error, setError] = useState<AppError>();
  const mark = useSavedMark();
  useEffect(() => setLabel(account.label), [account.label]);

  const rename = async () => {
    if (label === account.label) {
      setError(undefined);
      return;
    }
    const result = await call('account.rename', { accountId: account.id, label });
    setError(result.ok ? undefined : result.error);
    mark.show(result.ok);
    if (result.ok) setAccountState(result.value);
  };

  return (
    <li className={styles.account}>
      <div className={styles.accountName}>
        <TextInput
          aria-label={t('accounts.rename', { name })}
          value={label}
          placeholder={name}
          error={error === undefined ? undefined : (fieldProblem(error, 'label') ?? describeError(error))}
          onChange={(event) => setLabel(event.currentTarget.value)}
          onBlur={() => void rename()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void rename();
            if (event.key === 'Escape') setLabel(account.label);
          }}
        />
        <span className={`${styles.address} note clip`} title={place}>
          {place}
        </span>
      </div>
      <SavedMark saved={mark.shown} />
      <TokenChip account={account} />
      <Group gap={6} justify="flex-end" className={styles.accountActions ?? ''}>
        {active ? <span className="note clip">{t('accounts.active')}</span> : null}
        {active ? null : <Button onClick={() => void switchAccount(account.id)}>{t('accounts.switch')}</Button>}
        {account.isSandbox ? null : account.tokenPlace === 'none' ? (
          <Button onClick={() => void call('account.openWelcome', { accountId: account.id })}>
            {t('common:words.signIn')}
          </Button>
        ) : (
          <Button onClick={() => onAction({ kind: 'sign-out', account })}>{t('account:switcher.signOut')}</Button>
        )}
        <Button variant="subtle" color="red" onClick={() => onAction({ kind: 'remove', account })}>
          {t('accounts.remove')}
        </Button>
      </Group>
    </li>
  );
};

const TokenChip = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation(['settings', 'account', 'common']);
  if (account.tokenRejected) return <StatusChip tone="warn" label={t('accounts.rejected')} />;
  switch (account.tokenPlace) {
    case 'keychain':
      return <StatusChip tone="ok" label={t('accounts.inKeychain')} />;
    case 'memory':
      return <StatusChip tone="warn" label={t('accounts.inMemory')} />;
    case 'sandbox':
      // The name of the account already says it.
      return null;
    case 'none':
      return <StatusChip tone="mute" label={t('common:status.signedOut')} />;
    default:
      return assertNever(account.tokenPlace);
  }
};
