import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GoneSubscription } from '#shared/contract/vpn.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SubscriptionLink } from './subscription-link.tsx';
import styles from './vpn.module.css';

interface GoneSubscriptionsProps {
  readonly clientId: number;
  readonly gone: readonly GoneSubscription[];
}

/** Lists, folded, the subscriptions that were paid for here but no longer exist at the service. */
export const GoneSubscriptions = ({ clientId, gone }: GoneSubscriptionsProps) => {
  const { t } = useTranslation('vpn');
  const format = useFormat();
  if (gone.length === 0) return null;
  return (
    <details className={styles.gone}>
      <summary>{t('gone', { count: gone.length })}</summary>
      <ul>
        {gone.map(({ uuid, reason, goneAt, link }) => (
          <li key={uuid} className={styles.goneItem}>
            <span className={styles.uuid} title={uuid}>
              {t('id', { id: shortUuid(uuid) })}
            </span>
            <span className="dim">
              {t(reason === 'deleted' ? 'goneDeleted' : 'goneVanished', { date: format.date(goneAt) })}
            </span>
            {link === 'none' ? null : <GoneLink clientId={clientId} uuid={uuid} link={link} />}
          </li>
        ))}
      </ul>
    </details>
  );
};

const GoneLink = ({
  clientId,
  uuid,
  link,
}: Pick<GoneSubscription, 'uuid' | 'link'> & { readonly clientId: number }) => (
  <SubscriptionLink clientId={clientId} subscription={{ uuid, link }} qr={useState(false)} />
);
