import { Button } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#shared/contract/purchases.ts';
import type { VpnPeriod, VpnSubscription } from '#shared/contract/vpn.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { useNow } from '../../ui/use-now.ts';
import { clientLabel, type PremiumClient } from '../premium/premium-client.ts';
import { shortUuid } from '../purchases/order-text.ts';
import { PurchaseDialog } from '../purchases/purchase-dialog.tsx';
import { PeriodForm } from './period-form.tsx';
import styles from './vpn.module.css';

const FIRST_CHOICE: VpnPeriod = 1;

interface PeriodPurchaseProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly client: PremiumClient;
  readonly orderFor: (periodMonths: VpnPeriod) => Order;
  /** What the months are for, where it is something that exists. */
  readonly children?: ReactNode;
}

/** Months of VPN, new or further ones: period with its price, review, outcome. */
const PeriodPurchase = ({ orderFor, children, ...dialog }: PeriodPurchaseProps) => (
  <PurchaseDialog<VpnPeriod>
    {...dialog}
    initial={FIRST_CHOICE}
    form={({ draft, setDraft, busy, error, order, cancel }) => (
      <PeriodForm
        period={draft}
        onChange={setDraft}
        busy={busy}
        error={error}
        onOrder={() => order(orderFor(draft))}
        onCancel={cancel}
      >
        {children}
      </PeriodForm>
    )}
  />
);

/** A further subscription for the client, whatever they have already. */
export const BuyVpnButton = ({ client }: { readonly client: PremiumClient }) => {
  const { t } = useTranslation('vpn');
  const offline = useIsOffline();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <OfflineHint offline={offline}>
        <Button
          leftSection={<IconShoppingCart size={15} aria-hidden />}
          disabled={offline}
          onClick={() => setOpened(true)}
        >
          {t('buy')}
        </Button>
      </OfflineHint>
      <PeriodPurchase
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('buyTitle', { client: clientLabel(client) })}
        client={client}
        orderFor={(periodMonths) => ({ kind: 'vpn-buy', clientId: client.id, periodMonths })}
      />
    </>
  );
};

interface RenewVpnProps {
  readonly client: PremiumClient;
  readonly subscription: VpnSubscription;
}

/** More months for one subscription. */
export const RenewVpnButton = ({ client, subscription }: RenewVpnProps) => {
  const { t } = useTranslation('vpn');
  const offline = useIsOffline();
  const [opened, setOpened] = useState(false);
  const { uuid } = subscription;
  return (
    <>
      <OfflineHint offline={offline}>
        <Button
          size="compact-sm"
          disabled={offline}
          aria-label={t('renewNamed', { id: shortUuid(uuid) })}
          onClick={() => setOpened(true)}
        >
          {t('renew')}
        </Button>
      </OfflineHint>
      <PeriodPurchase
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('renewTitle', { client: clientLabel(client) })}
        client={client}
        orderFor={(periodMonths) => ({ kind: 'vpn-renew', clientId: client.id, uuid, periodMonths })}
      >
        <RenewedOne subscription={subscription} />
      </PeriodPurchase>
    </>
  );
};

const RenewedOne = ({ subscription }: Pick<RenewVpnProps, 'subscription'>) => {
  const { t } = useTranslation('vpn');
  const format = useFormat();
  const now = useNow();
  const { uuid, expiresAt } = subscription;
  const date = expiresAt === null ? null : format.dateTime(expiresAt);
  return (
    <p className={styles.renewed}>
      {t('id', { id: shortUuid(uuid) })}
      {date === null ? null : ` · ${(expiresAt ?? 0) > now ? t('renewWhat', { date }) : t('renewEnded', { date })}`}
    </p>
  );
};
