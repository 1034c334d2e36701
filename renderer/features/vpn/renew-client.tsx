import { Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#shared/contract/purchases.ts';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { VPN_PERIODS } from '#shared/domain/limits.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import type { CardWish } from '../../nav/card-actions.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import type { OrderForm } from '../../parts/purchases/order-frame.tsx';
import { PurchaseDialog } from '../../parts/purchases/purchase-dialog.tsx';
import { ExpiryText } from '../../parts/vpn/expiry-text.tsx';
import { ChoiceRow } from '../../ui/choice-row.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { type PeriodChoice, PeriodForm } from './period-form.tsx';
import { useLoadedVpn } from './use-subscriptions.ts';

/** The value of the choice that buys a new subscription. No uuid is empty. */
const NEW = '';

interface RenewalChoice extends PeriodChoice {
  /** The uuid of the subscription to renew. */
  readonly target: string;
}

interface RenewClientProps {
  readonly client: NamedClient;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly wish: CardWish;
}

/** Sells months of VPN to a client: for the subscription that ends first, for another one, or for a new one. */
export const RenewClient = ({ client, opened, onClose, wish }: RenewClientProps) => {
  const { t } = useTranslation('vpn');
  const { state, refresh, isReading } = useLoadedVpn(opened ? client.id : null);
  const subscriptions = state.value?.subscriptions ?? [];
  const error = state.error ?? refresh.error;
  // The order of the subscriptions may change while the dialog is open, but never its choice.
  const [first, setFirst] = useState<string>();
  if (!opened && first !== undefined) setFirst(undefined);
  if (opened && !isReading && first === undefined) setFirst(subscriptions[0]?.uuid ?? NEW);
  const orderOf = ({ target, periodMonths }: RenewalChoice): Order =>
    target === NEW
      ? { kind: 'vpn-buy', clientId: client.id, periodMonths }
      : { kind: 'vpn-renew', clientId: client.id, uuid: target, periodMonths };
  const period = wish.amount === null ? 1 : VPN_PERIODS.find((one) => String(one) === wish.amount);
  const title = t(subscriptions.length === 0 ? 'buyTitle' : 'renewTitle', { client: clientLabel(client) });
  return (
    <>
      <Modal
        opened={opened && first === undefined && state.value !== undefined}
        onClose={onClose}
        title={title}
        size={560}
        centered
        withCloseButton={false}
      >
        <p className="dim">{t('reading')}</p>
      </Modal>
      <PurchaseDialog<RenewalChoice>
        opened={opened && first !== undefined}
        onClose={onClose}
        title={title}
        client={client}
        initial={{ target: first ?? NEW, periodMonths: period ?? 1 }}
        // An unknown number of months is left to the user.
        reviewAtOnce={wish.review && period !== undefined}
        read={(choice) => ({ ok: true, value: orderOf(choice) })}
        form={(form) => (
          <PeriodForm form={form}>
            <ErrorNotice error={error} onRetry={() => void refresh.run({ clientId: client.id })} />
            {subscriptions.length === 0 ? null : <TargetChoice form={form} subscriptions={subscriptions} />}
          </PeriodForm>
        )}
      />
    </>
  );
};

interface TargetChoiceProps {
  readonly form: OrderForm<RenewalChoice>;
  readonly subscriptions: readonly VpnSubscription[];
}

/** Chooses what the months are for. */
const TargetChoice = ({ form, subscriptions }: TargetChoiceProps) => {
  const { t } = useTranslation('vpn');
  const { value, onChange } = form.field('target');
  return (
    <Radio.Group label={t('target')} value={value} onChange={onChange} mb={12}>
      <Stack gap={0} mt={4} mah={168} style={{ overflow: 'auto' }}>
        {subscriptions.map(({ uuid, expiresAt, status }) => (
          <ChoiceRow key={uuid}>
            <Radio value={uuid} label={t('targetOld', { id: shortUuid(uuid) })} />
            {expiresAt === null ? (
              <span className="dim">{t('endUnknown')}</span>
            ) : (
              <ExpiryText at={expiresAt} isOver={status?.toUpperCase() === 'EXPIRED'} />
            )}
          </ChoiceRow>
        ))}
        <ChoiceRow>
          <Radio value={NEW} label={t('targetNew')} />
        </ChoiceRow>
      </Stack>
    </Radio.Group>
  );
};
