import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { isRefusal } from '#shared/domain/journal.ts';
import { useAction } from '../../bridge/use-action.ts';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { doneToast, errorToast } from '../../ui/undo-toast.tsx';

interface CheckNowProps {
  /** Without it, all unknown purchases are checked. */
  readonly purchaseId?: number;
}

/**
 * Whether another check may reveal more. A purchase that the user or an answer has settled is not checked, except for a
 * refusal, because a charge may contradict it. A purchase of another computer is checked there.
 */
export const canCheck = ({ outcome, basis, reason, computer }: Purchase): boolean =>
  computer === null &&
  (outcome === 'open' ||
    basis === 'evidence' ||
    (basis === 'answer' && outcome === 'not-charged' && isRefusal(reason)));

/** Searches for evidence of an unknown outcome. It only reads, and never sends the purchase again. */
export const useCheck = (
  purchaseId: number | undefined,
): { readonly check: () => Promise<void>; readonly busy: boolean } => {
  const { t } = useTranslation('ledger');
  const { run, busy } = useAction('purchases.resolve');
  const check = async () => {
    const result = await run(purchaseId === undefined ? {} : { purchaseId });
    if (!result.ok) {
      errorToast(result.error);
      return;
    }
    const { settled, stillUnknown } = result.value;
    const seen = result.value.purchases.find(({ id }) => id === purchaseId)?.outcome;
    const outcome = seen === 'charged' || seen === 'not-charged' ? seen : 'open';
    if (purchaseId === undefined) doneToast(t('check.result', { settled, stillUnknown }));
    else doneToast(t(`check.${outcome}`));
  };
  return { check, busy };
};

export const CheckNow = ({ purchaseId }: CheckNowProps) => {
  const { t } = useTranslation('ledger');
  const { check, busy } = useCheck(purchaseId);
  return (
    <ServiceButton
      size="compact-sm"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={busy}
      onClick={() => void check()}
    >
      {t(purchaseId === undefined ? 'check.all' : 'check.one')}
    </ServiceButton>
  );
};
