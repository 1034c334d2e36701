import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import type { Offer } from '#shared/contract/purchases.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SmallTable } from '../../ui/small-table.tsx';
import styles from './dedicated.module.css';
import { ExpiryDate, useDateWords } from './expiry.tsx';
import { addressOf } from './use-proxy-columns.tsx';

interface ProlongTableProps {
  readonly proxies: readonly DedicatedProxy[];
  /** `undefined` while the price is being requested. */
  readonly lines: Offer['lines'] | undefined;
}

/** Lists each proxy with its current end and the price of prolonging it. */
export const ProlongTable = ({ proxies, lines }: ProlongTableProps) => {
  const { t } = useTranslation(['dedicated', 'common']);
  const format = useFormat();
  const words = useDateWords();
  const prices = new Map(lines?.map(({ serviceId, priceKopecks }) => [serviceId, priceKopecks]));
  const priceOf = ({ serviceId }: DedicatedProxy): string => {
    if (lines === undefined) return '…';
    const price = serviceId === null ? null : (prices.get(serviceId) ?? null);
    return price === null ? t('prolong.unknownPrice') : format.roubles(price);
  };
  // The table scrolls, so it must be focusable for the keyboard.
  const region = { tabIndex: 0, 'aria-label': t('prolong.table') };
  return (
    <section className={styles.prices} {...region}>
      <SmallTable
        label={t('prolong.table')}
        columns={[
          {
            id: 'address',
            head: t('common:words.address'),
            cell: (proxy) => <span className={styles.mono}>{addressOf(proxy)}</span>,
          },
          {
            id: 'expires',
            head: t('prolong.expires'),
            cell: (proxy) => <ExpiryDate proxy={proxy} words={words} />,
          },
          { id: 'price', head: t('common:words.price'), align: 'end', cell: priceOf },
        ]}
        rows={proxies}
        keyOf={({ id }) => id}
        height={28}
      />
    </section>
  );
};
