import { Button } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import { openStanding } from '../../parts/standing/draft-store.ts';
import { showOrder } from '../../parts/standing/show-order.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useOrderName } from './order-text.ts';
import styles from './standing.module.css';

/** The standing orders for a client, in the client's card. */
export const ClientOrders = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('standing');
  const nameOf = useOrderName();
  const { value, error, reload } = useQuery('standing.ofClient', { clientId }, [
    'standing.changed',
    'clients.changed',
    'dedicated.changed',
  ]);
  return (
    <section className={styles.section} aria-label={t('grid')}>
      <h3>{t('grid')}</h3>
      <ErrorNotice error={error} onRetry={reload} />
      {value === undefined ? null : value.orders.length === 0 ? (
        <span className="dim">{t('client.none')}</span>
      ) : (
        <ul className={styles.orders}>
          {value.orders.map((order) => (
            <li key={order.orderId}>
              <TextLink onGo={() => showOrder(order.orderId)}>{nameOf(order)}</TextLink>
              {order.isOn ? null : <span className="dim"> · {t('client.off')}</span>}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          leftSection={<IconCalendarTime size={15} aria-hidden />}
          onClick={() => openStanding({ targets: { of: 'clients', clientIds: [clientId] } })}
        >
          {t('addFor')}
        </Button>
      </div>
    </section>
  );
};
