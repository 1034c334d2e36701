import { Skeleton } from '@mantine/core';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { useFreshPremium, usePremiumState } from '../../parts/premium/use-premium.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PasswordSection } from './password-section.tsx';
import { TrafficSection } from './traffic-section.tsx';
import { WhitelistSection } from './whitelist-section.tsx';

/** The traffic, whitelist and password of one client, for the card. */
export const PremiumPanel = ({ client }: { readonly client: NamedClient }) => {
  const query = usePremiumState(client.id);
  const refresh = useFreshPremium(query.value);
  if (query.value === undefined) {
    return (
      <div className="part">
        {query.error === undefined ? (
          <Skeleton height={120} />
        ) : (
          <ErrorNotice error={query.error} onRetry={query.reload} />
        )}
      </div>
    );
  }
  return (
    <>
      <ErrorNotice error={query.error} strip />
      <TrafficSection key={`traffic ${client.id}`} client={client} state={query.value} refresh={refresh.balance} />
      <WhitelistSection key={`list ${client.id}`} client={client} state={query.value} refresh={refresh.whitelist} />
      <PasswordSection key={`password ${client.id}`} client={client} state={query.value} />
    </>
  );
};
