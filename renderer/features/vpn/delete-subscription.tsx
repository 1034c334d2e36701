import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { expiryOf } from '#shared/domain/expiry.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { sameUuid } from '#shared/domain/subscription-identity.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { useStatusName } from '../../parts/vpn/vpn-status.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useNow } from '../../ui/use-now.ts';

type PurchaseFilterInput = ProcedureInput<'purchases.list'>['filter'];

interface DeleteSubscriptionProps {
  readonly client: NamedClient;
  readonly subscription: VpnSubscription;
  /** Whether the question is open. Another control can open it as well. */
  readonly state: readonly [asking: boolean, setAsking: (asking: boolean) => void];
}

/** Deletes a subscription for good, so it names beforehand what is lost. */
export const DeleteSubscription = ({ client, subscription, state }: DeleteSubscriptionProps) => {
  const { t } = useTranslation('vpn');
  const format = useFormat();
  const remove = useAction('vpn.delete');
  const [asking, setAsking] = state;
  const { uuid } = subscription;
  const despite = useOpenPurchases(asking ? client.id : null, uuid);

  const onDelete = async () => {
    const result = await remove.run({ clientId: client.id, uuid, despite: [...despite] });
    if (!result.ok) return;
    setAsking(false);
    doneToast(t('deleted'));
  };
  return (
    <>
      <ServiceButton
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={t('deleteNamed', { id: shortUuid(uuid) })}
        onClick={() => setAsking(true)}
      >
        {t('delete')}
      </ServiceButton>
      <ConfirmDialog
        opened={asking}
        title={t('deleteTitle', { client: clientLabel(client) })}
        confirmLabel={t('deleteConfirm')}
        danger
        busy={remove.busy}
        onConfirm={() => void onDelete()}
        onCancel={() => {
          remove.clearError();
          setAsking(false);
        }}
      >
        <div className="paragraphs">
          <p>
            <strong>
              <LostWithIt subscription={subscription} />
            </strong>
          </p>
          <p>{t('deleteText')}</p>
          {despite.length === 0 ? null : (
            <Notice tone="warn">
              {t('deleteOpen', { numbers: format.list(despite.map((id) => t('deleteOpenNumber', { id }))) })}
            </Notice>
          )}
          <ErrorNotice error={remove.error} />
        </div>
      </ConfirmDialog>
    </>
  );
};

/** Purchases without an outcome that may have bought or renewed it; `null` while nobody asks. */
const useOpenPurchases = (clientId: number | null, uuid: string): readonly number[] => {
  const filter = { outcomes: ['open', 'pending'], kinds: ['vpn-buy', 'vpn-renew'] } satisfies PurchaseFilterInput;
  const input = clientId === null ? null : { filter: { ...filter, clientId }, offset: 0, limit: 100 };
  const { value } = useQuery('purchases.list', input, ['purchases.changed']);
  const isOfIt = ({ order }: Purchase): boolean =>
    order.kind === 'vpn-buy' || (order.kind === 'vpn-renew' && sameUuid(order.uuid, uuid));
  return (value?.rows ?? []).filter(isOfIt).map(({ id }) => id);
};

const LostWithIt = ({ subscription }: Pick<DeleteSubscriptionProps, 'subscription'>) => {
  const { t } = useTranslation('vpn');
  const format = useFormat();
  const now = useNow();
  const statusName = useStatusName();
  const { uuid, status, expiresAt } = subscription;
  const id = shortUuid(uuid);
  const named = { id, status: statusName(status) };
  if (expiresAt === null) return <>{t('deleteLostNoEnd', named)}</>;
  const date = format.dateTime(expiresAt);
  const { urgency, days } = expiryOf(expiresAt, now);
  if (urgency === 'expired') return <>{t('deleteLostPast', { id, date })}</>;
  const when = days === 0 ? format.relative(expiresAt, now) : format.daysAway(days);
  return <>{t('deleteLost', { ...named, date, when })}</>;
};
