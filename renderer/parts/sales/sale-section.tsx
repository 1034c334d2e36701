import { Button, Group } from '@mantine/core';
import { IconCash, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Fact } from '../../ui/fact.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ChangedBy, useChanges } from '../shared-desk/changed-by.tsx';
import { DueText } from './due-text.tsx';
import { doAndTell } from './sale-calls.ts';
import { SaleForm } from './sale-form.tsx';
import styles from './sale-section.module.css';

interface SaleSectionProps {
  readonly purchase: Purchase;
  /** Puts facts and buttons into one line, where height is short. */
  readonly isFlat?: boolean;
}

/**
 * Shows the price of a sold purchase and whether it is paid. Hidden until the first price exists, and if nothing was
 * charged.
 */
export const SaleSection = ({ purchase, isFlat = false }: SaleSectionProps) => {
  const { t } = useTranslation('sales');
  const inUse = useSalesInUse();
  const [isEdited, setEdited] = useState(false);
  const changeOf = useChanges('sale', purchase.sale === null ? [] : [purchase.id]);
  if (!inUse || purchase.outcome === 'not-charged') return null;
  const { id: purchaseId, sale, outcome } = purchase;
  const isOwed = sale !== null && outcome === 'charged' && sale.paidKopecks < sale.priceKopecks;
  const paid = () => void doAndTell('sales.paid', { purchaseId }, () => t('sale.paidDone'));
  return (
    <section className={`${styles.sale} stack`} data-flat={isFlat || undefined} aria-label={t('sale.title')}>
      <h3>{t('sale.title')}</h3>
      {isEdited ? (
        <SaleForm purchase={purchase} onClose={() => setEdited(false)} />
      ) : (
        <div className={styles.content}>
          {sale === null ? <p className="dim">{t('sale.none')}</p> : <SaleFacts purchase={purchase} sale={sale} />}
          <Group gap={8}>
            <Button
              size="compact-sm"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => setEdited(true)}
            >
              {t(sale === null ? 'sale.setPrice' : 'sale.edit')}
            </Button>
            {isOwed ? (
              <Button size="compact-sm" leftSection={<IconCash size={14} aria-hidden />} onClick={paid}>
                {t('sale.paid')}
              </Button>
            ) : null}
          </Group>
          <ChangedBy change={changeOf(purchaseId)} />
        </div>
      )}
    </section>
  );
};

interface SaleFactsProps {
  readonly purchase: Purchase;
  readonly sale: NonNullable<Purchase['sale']>;
}

const SaleFacts = ({ purchase: { outcome, chargedKopecks }, sale }: SaleFactsProps) => {
  const { t } = useTranslation('sales');
  const format = useFormat();
  const today = localDate(useNow());
  const { priceKopecks, paidKopecks, dueDay } = sale;
  const owed = priceKopecks - paidKopecks;
  const state =
    outcome !== 'charged' ? (
      <StatusChip tone="mute" label={t('sale.uncertain')} />
    ) : owed <= 0 ? (
      <StatusChip tone="ok" label={t('sale.isPaid')} />
    ) : (
      <StatusChip tone="warn" label={t('sale.owes', { amount: format.roubles(owed) })} />
    );
  return (
    <dl className="facts selectable">
      <Fact name={t('sale.soldFor')}>{format.roubles(priceKopecks)}</Fact>
      <Fact name={t('sale.payment')}>{state}</Fact>
      <Fact name={t('debts.due')}>
        {dueDay === null || owed <= 0 ? null : <DueText day={dueDay} today={today} format={format} />}
      </Fact>
      <Fact name={t('totals.profit')}>
        {chargedKopecks === null ? null : format.roubles(priceKopecks - chargedKopecks)}
      </Fact>
    </dl>
  );
};
