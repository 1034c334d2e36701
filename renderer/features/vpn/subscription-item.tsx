import { Group, Menu } from '@mantine/core';
import { IconCalendarPlus, IconCopy, IconExternalLink, IconQrcode, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { trafficLimitText } from '#shared/domain/traffic-limit.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage, useTexts } from '../../i18n/use-language.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ExpiryText } from '../../parts/vpn/expiry-text.tsx';
import { copyLink, openLink } from '../../parts/vpn/link-actions.ts';
import { VpnStatusChip } from '../../parts/vpn/vpn-status.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Fact } from '../../ui/fact.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import { RenewVpnButton } from './buy-vpn.tsx';
import { DeleteSubscription } from './delete-subscription.tsx';
import { SubscriptionLink } from './subscription-link.tsx';
import styles from './vpn.module.css';

interface SubscriptionItemProps {
  readonly client: NamedClient;
  readonly subscription: VpnSubscription;
}

/** Shows one subscription with all of its details and actions. */
export const SubscriptionItem = ({ client, subscription }: SubscriptionItemProps) => {
  const { t } = useTranslation('vpn');
  const format = useFormat();
  const { uuid, status, expiresAt, trafficLimitBytes } = subscription;
  const isOver = status?.toUpperCase() === 'EXPIRED';
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
        <VpnStatusChip status={status} />
        <span className="push">
          {expiresAt === null ? (
            <span className="dim">{t('endUnknown')}</span>
          ) : (
            <ExpiryText at={expiresAt} isOver={isOver} />
          )}
        </span>
      </Group>
      <dl className={`${styles.facts} selectable`}>
        <Fact name={expiresAt !== null && !isOver && expiresAt > Date.now() ? t('ends') : t('ended')}>
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

/** 0 means unlimited, and not "0 B". */
const TrafficLimit = ({ bytes }: { readonly bytes: number | null }) => {
  const { t } = useTranslation('vpn');
  const language = useLanguage();
  const words = useTexts();
  if (bytes === null) return <span className="dim">{t('limitUnknown')}</span>;
  if (bytes === 0) return <>{t('unlimited')}</>;
  return <>{trafficLimitText(bytes, language, words)}</>;
};

interface SubscriptionMenuItemsProps {
  readonly clientId: number;
  readonly subscription: VpnSubscription;
  readonly onQr: () => void;
  readonly onRenew: () => void;
  readonly onDelete: () => void;
}

/** The actions on a subscription, for the context menu. */
const SubscriptionMenuItems = (props: SubscriptionMenuItemsProps) => {
  const { clientId, subscription, onQr, onRenew, onDelete } = props;
  const { t } = useTranslation('vpn');
  const noService = useNoService();
  const { uuid, link } = subscription;
  const one = { clientId, uuid };
  return (
    <>
      <ActionItem action={{ icon: IconCalendarPlus, label: t('renew'), noService, run: onRenew }} />
      {link === 'none' ? null : (
        <>
          <ActionItem action={{ icon: IconCopy, label: t('copyLink'), run: () => void copyLink(one) }} />
          <ActionItem action={{ icon: IconQrcode, label: t('qrShow'), run: onQr }} />
        </>
      )}
      {link === 'https' ? (
        <ActionItem action={{ icon: IconExternalLink, label: t('open'), run: () => void openLink(one) }} />
      ) : null}
      <ActionItem action={{ icon: IconCopy, label: t('copyId'), run: () => copyText(uuid) }} />
      <Menu.Divider />
      <ActionItem action={{ icon: IconTrash, label: t('delete'), noService, run: onDelete }} />
    </>
  );
};
