import { Box, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VpnState } from '#shared/contract/vpn.ts';
import type { Action } from '../../bridge/use-action.ts';
import { useAction } from '../../bridge/use-action.ts';
import { isStale, useDwell } from '../../bridge/use-dwell.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSection } from '../../parts/clients/client-section.tsx';
import { Answer } from '../../ui/answer.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { BuyVpnButton } from './buy-vpn.tsx';
import { GoneSubscriptions } from './gone-subscriptions.tsx';
import { SubscriptionItem } from './subscription-item.tsx';
import { useVpnState } from './use-subscriptions.ts';
import styles from './vpn.module.css';

/** Reads the subscriptions of an open client if they were never read, or long ago. */
const useFreshVpn = (state: VpnState | undefined) => {
  const refresh = useAction('vpn.refresh');
  useDwell(state?.clientId, (clientId) => {
    if (isStale(state?.asOf)) void refresh.run({ clientId });
  });
  return refresh;
};

/** The VPN subscriptions of one client, for the card. */
export const VpnPanel = ({ client }: { readonly client: NamedClient }) => {
  const { t } = useTranslation('vpn');
  const query = useVpnState(client.id);
  const refresh = useFreshVpn(query.value);
  const read = () => void refresh.run({ clientId: client.id });
  return (
    <ClientSection
      product="vpn"
      title={t('title')}
      asOf={query.value?.asOf ?? null}
      refreshLabel={t('refresh')}
      busy={refresh.busy}
      onRefresh={read}
    >
      <Answer query={query} height={96}>
        {(state) => <Subscriptions client={client} state={state} refresh={refresh} />}
      </Answer>
      <ErrorNotice error={refresh.error} onRetry={read} apart />
      <Box mt={8}>
        <BuyVpnButton key={client.id} client={client} />
      </Box>
    </ClientSection>
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
        <p className="dim">{asOf === null ? t('never') : t('none')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('list')}>
          {subscriptions.map((subscription) => (
            <SubscriptionItem key={subscription.uuid} client={client} subscription={subscription} />
          ))}
        </ul>
      )}
      <GoneSubscriptions clientId={state.clientId} gone={gone} />
    </>
  );
};
