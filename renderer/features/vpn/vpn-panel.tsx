import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VpnState } from '#shared/contract/vpn.ts';
import type { Action } from '../../bridge/use-action.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import type { NamedClient } from '../clients/client-label.ts';
import { Section } from '../premium/section.tsx';
import { BuyVpnButton } from './buy-vpn.tsx';
import { GoneSubscriptions } from './gone-subscriptions.tsx';
import { SubscriptionItem } from './subscription-item.tsx';
import { useFreshVpn, useVpnState } from './use-vpn.ts';
import styles from './vpn.module.css';

/** The VPN subscriptions of one client, for the detail pane. */
export const VpnPanel = ({ client }: { readonly client: NamedClient }) => {
  const { t } = useTranslation('vpn');
  const query = useVpnState(client.id);
  const refresh = useFreshVpn(query.value);
  const read = () => void refresh.run({ clientId: client.id });
  return (
    <Section
      title={t('title')}
      asOf={query.value?.asOf ?? null}
      refreshLabel={t('refresh')}
      busy={refresh.busy}
      onRefresh={read}
    >
      {query.error === undefined ? null : <ErrorNotice error={query.error} onRetry={query.reload} />}
      {query.value === undefined && query.error === undefined ? <Skeleton height={96} /> : null}
      {query.value === undefined ? null : <Subscriptions client={client} state={query.value} refresh={refresh} />}
      {refresh.error === undefined ? null : (
        <div className={styles.notice}>
          <ErrorNotice error={refresh.error} onRetry={read} />
        </div>
      )}
      <div className={styles.foot}>
        <BuyVpnButton key={client.id} client={client} />
      </div>
    </Section>
  );
};

interface SubscriptionsProps {
  readonly client: NamedClient;
  readonly state: VpnState;
  readonly refresh: Action<'vpn.refresh'>;
}

const Subscriptions = ({ client, state, refresh }: SubscriptionsProps) => {
  const { t } = useTranslation('vpn');
  const { subscriptions, gone, asOf } = state;
  if (subscriptions.length === 0 && asOf === null && refresh.busy) return <Skeleton height={96} />;
  return (
    <>
      {subscriptions.length === 0 ? (
        <p className={styles.hint}>{asOf === null ? t('never') : t('none')}</p>
      ) : (
        <ul className={styles.items} aria-label={t('list')}>
          {subscriptions.map((subscription) => (
            <SubscriptionItem key={subscription.uuid} client={client} subscription={subscription} />
          ))}
        </ul>
      )}
      <GoneSubscriptions clientId={state.clientId} gone={gone} />
    </>
  );
};
