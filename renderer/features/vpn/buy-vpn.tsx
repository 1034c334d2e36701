import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#shared/contract/purchases.ts';
import type { VpnPeriod, VpnSubscription } from '#shared/contract/vpn.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { OpenPurchaseButton, PurchaseDialog } from '../../parts/purchases/purchase-dialog.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type PeriodChoice, PeriodForm } from './period-form.tsx';

const FIRST_CHOICE: PeriodChoice = { periodMonths: 1 };

interface PeriodPurchaseProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly client: NamedClient;
  readonly orderFor: (periodMonths: VpnPeriod) => Order;
  /** Names the subscription that is renewed. */
  readonly children?: ReactNode;
}

/** Buys months of VPN, new or further ones: period with price, review, outcome. */
const PeriodPurchase = ({ orderFor, children, ...dialog }: PeriodPurchaseProps) => (
  <PurchaseDialog<PeriodChoice>
    {...dialog}
    initial={FIRST_CHOICE}
    read={({ periodMonths }) => ({ ok: true, value: orderFor(periodMonths) })}
    form={(form) => <PeriodForm form={form}>{children}</PeriodForm>}
  />
);

/** Buys another subscription for the client, in addition to existing ones. */
export const BuyVpnButton = ({ client }: { readonly client: NamedClient }) => {
  const { t } = useTranslation('vpn');
  return (
    <OpenPurchaseButton
      label={t('buy')}
      dialog={(dialog) => (
        <PeriodPurchase
          {...dialog}
          title={t('buyTitle', { client: clientLabel(client) })}
          client={client}
          orderFor={(periodMonths) => ({ kind: 'vpn-buy', clientId: client.id, periodMonths })}
        />
      )}
    />
  );
};

interface RenewVpnProps {
  readonly client: NamedClient;
  readonly subscription: VpnSubscription;
  /** Whether the dialog is open. Another control can open it as well. */
  readonly state: readonly [opened: boolean, setOpened: (opened: boolean) => void];
}

/** Buys more months for one subscription. */
export const RenewVpnButton = ({ client, subscription, state }: RenewVpnProps) => {
  const { t } = useTranslation('vpn');
  const { uuid } = subscription;
  return (
    <OpenPurchaseButton
      size="compact-sm"
      state={state}
      label={t('renew')}
      name={t('renewNamed', { id: shortUuid(uuid) })}
      withIcon={false}
      dialog={(dialog) => (
        <PeriodPurchase
          {...dialog}
          title={t('renewTitle', { client: clientLabel(client) })}
          client={client}
          orderFor={(periodMonths) => ({ kind: 'vpn-renew', clientId: client.id, uuid, periodMonths })}
        >
          <RenewedOne subscription={subscription} />
        </PeriodPurchase>
      )}
    />
  );
};

const RenewedOne = ({ subscription }: Pick<RenewVpnProps, 'subscription'>) => {
  const { t } = useTranslation('vpn');
  const format = useFormat();
  const now = useNow();
  const { uuid, expiresAt } = subscription;
  const date = expiresAt === null ? null : format.dateTime(expiresAt);
  return (
    <p className="dim" style={{ marginBottom: 12 }}>
      {t('id', { id: shortUuid(uuid) })}
      {date === null ? null : ` · ${(expiresAt ?? 0) > now ? t('renewWhat', { date }) : t('renewEnded', { date })}`}
    </p>
  );
};
