import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/contract/account.ts';
import type { AppError } from '#shared/result.ts';
import { accountName, setAccountState } from '../../bridge/accounts-store.ts';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** An action that loses a token, or all data of an account. */
export interface AccountAction {
  readonly kind: 'sign-out' | 'remove';
  readonly account: Account;
}

interface AccountDialogsProps {
  readonly action: AccountAction | undefined;
  readonly onClose: () => void;
}

/** Says before the action what is lost and what stays. */
export const AccountDialogs = ({ action, onClose }: AccountDialogsProps) => {
  const { t } = useTranslation(['account', 'common']);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();
  const [copies, setCopies] = useState(true);
  const format = useFormat();
  const removing = action?.kind === 'remove';
  const held = useQuery('account.heldCopies', removing ? { accountId: action.account.id } : null);
  const dialog = removing ? 'removeDialog' : 'signOutDialog';

  const close = () => {
    setError(undefined);
    setCopies(true);
    onClose();
  };

  const run = async () => {
    if (action === undefined) return;
    setBusy(true);
    const input = { accountId: action.account.id };
    const result = removing ? await call('account.remove', { ...input, copies }) : await call('account.signOut', input);
    setBusy(false);
    if (!result.ok) {
      setError(result.error);
      return;
    }
    setAccountState(result.value);
    close();
  };

  return (
    <ConfirmDialog
      opened={action !== undefined}
      title={t(`${dialog}.title`, {
        name: action === undefined ? '' : accountName(action.account, t('common:status.sandbox')),
      })}
      confirmLabel={t(`${dialog}.confirm`)}
      danger={removing}
      busy={busy}
      // Nobody can agree before it is known what else the account holds.
      disabled={removing && held.value === undefined}
      onConfirm={() => void run()}
      onCancel={close}
    >
      <p>{t(`${dialog}.text`)}</p>
      {removing && held.value !== undefined && held.value.count > 0 ? (
        <Checkbox
          mt="md"
          checked={copies}
          onChange={(event) => setCopies(event.currentTarget.checked)}
          label={t('removeDialog.copies', { count: held.value.count, size: format.bytes(held.value.bytes) })}
          description={t(copies ? 'removeDialog.copiesGo' : 'removeDialog.copiesStay')}
        />
      ) : null}
      <ErrorNotice error={held.error} />
      <ErrorNotice error={error} />
    </ConfirmDialog>
  );
};
