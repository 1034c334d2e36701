import { Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { trafficLimitText } from '#shared/domain/traffic-limit.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage, useTexts } from '../../i18n/use-language.ts';
import { Fact } from '../../ui/fact.tsx';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import type { NamedClient } from '../clients/client-label.ts';
import { shortUuid } from '../purchases/order-text.ts';
import { RenewVpnButton } from './buy-vpn.tsx';
import { DeleteSubscription } from './delete-subscription.tsx';
import { ExpiryText } from './expiry-text.tsx';
import { SubscriptionLink } from './subscription-link.tsx';
import { SubscriptionMenuItems } from './subscription-menu.tsx';
import styles from './vpn.module.css';
import { VpnStatus } from './vpn-status.tsx';

interface SubscriptionItemProps {
  readonly client: NamedClient;
  readonly subscription: VpnSubscription;
}

/** One subscription with all there is to know and to do. */
export const SubscriptionItem = ({ client, subscription }: SubscriptionItemProps) => {
  const { t } = useTranslation('vpn');
  const format = useFormat();
  const { uuid, status, expiresAt, trafficLimitBytes } = subscription;
  const [qr, renewing, asking] = [useState(false), useState(false), useState(false)];
  const { on, menu } = useRowMenu((one: VpnSubscription) => (
    <SubscriptionMenuItems
      clientId={client.id}
      subscription={one}
      onQr={() => qr[1](true)}
      onRenew={() => renewing[1](true)}
      onDelete={() => asking[1](true)}
    />
  ));
  return (
    <li className={styles.item} aria-label={t('id', { id: shortUuid(uuid) })} {...on(subscription)}>
      <Group gap={8} wrap="nowrap" mih={24}>
        <VpnStatus status={status} />
        <span className="push">
          {expiresAt === null ? <span className="dim">{t('endUnknown')}</span> : <ExpiryText at={expiresAt} />}
        </span>
      </Group>
      <dl className={`${styles.facts} selectable`}>
        <Fact name={expiresAt !== null && expiresAt > Date.now() ? t('ends') : t('ended')}>
          {expiresAt === null ? null : format.dateTime(expiresAt)}
        </Fact>
        <Fact name={t('traffic')}>
          <TrafficLimit bytes={trafficLimitBytes} />
        </Fact>
        <Fact name={t('link')}>
          <SubscriptionLink key={uuid} clientId={client.id} subscription={subscription} qr={qr} />
        </Fact>
      </dl>
      <Group gap={8} wrap="nowrap" mt={4}>
        <span className={styles.uuid} title={uuid}>
          {t('id', { id: shortUuid(uuid) })}
        </span>
        <RenewVpnButton client={client} subscription={subscription} state={renewing} />
        <DeleteSubscription client={client} subscription={subscription} state={asking} />
      </Group>
      {menu}
    </li>
  );
};

/** 0 is unlimited, not "0 B". */
const TrafficLimit = ({ bytes }: { readonly bytes: number | null }) => {
  const { t } = useTranslation('vpn');
  const language = useLanguage();
  const words = useTexts();
  if (bytes === null) return <span className="dim">{t('limitUnknown')}</span>;
  if (bytes === 0) return <>{t('unlimited')}</>;
  return <>{trafficLimitText(bytes, language, words)}</>;
};
