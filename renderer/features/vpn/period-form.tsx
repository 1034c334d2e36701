import { Button, Radio } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VPN_PERIODS, type VpnPeriod } from '#shared/domain/limits.ts';
import type { AppError } from '#shared/result.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { type Query, useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { useActiveAccount } from '../account/store.ts';
import { PriceFacts } from '../purchases/price-facts.tsx';
import styles from './vpn.module.css';

interface PeriodFormProps {
  readonly period: VpnPeriod;
  readonly onChange: (period: VpnPeriod) => void;
  readonly busy: boolean;
  readonly error: AppError | undefined;
  readonly onOrder: () => void;
  readonly onCancel: () => void;
  /** What is renewed. */
  readonly children?: ReactNode;
}

type Quote = Query<{ readonly priceKopecks: number }>;

const useQuotes = (offline: boolean): Readonly<Record<VpnPeriod, Quote>> => {
  const of = (periodMonths: VpnPeriod) => (offline ? null : { periodMonths });
  return {
    1: useQuery('vpn.quote', of(1)),
    3: useQuery('vpn.quote', of(3)),
    6: useQuery('vpn.quote', of(6)),
    12: useQuery('vpn.quote', of(12)),
  };
};

/** The four periods with their prices, and what is left after the chosen one. Nothing is bought here. */
export const PeriodForm = ({ period, onChange, busy, error, onOrder, onCancel, children }: PeriodFormProps) => {
  const { t } = useTranslation(['vpn', 'purchases', 'common']);
  const offline = useIsOffline();
  const balance = useActiveAccount()?.balance?.balanceKopecks ?? null;
  const quotes = useQuotes(offline);
  const chosen = quotes[period];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!offline && !busy) onOrder();
  };
  return (
    <form onSubmit={onSubmit}>
      {children}
      <Radio.Group
        label={t('vpn:period')}
        value={String(period)}
        onChange={(value) => {
          const found = VPN_PERIODS.find((one) => String(one) === value);
          if (found !== undefined) onChange(found);
        }}
      >
        <div className={styles.periods}>
          {VPN_PERIODS.map((one) => (
            <div key={one} className={styles.period}>
              <Radio
                value={String(one)}
                label={t('purchases:months', { count: one })}
                {...(one === period ? { 'data-autofocus': true } : {})}
              />
              <PeriodPrice quote={quotes[one]} />
            </div>
          ))}
        </div>
      </Radio.Group>
      <div className={styles.quote} aria-live="polite">
        {chosen.value === undefined ? null : (
          <PriceFacts priceKopecks={chosen.value.priceKopecks} balanceKopecks={balance} />
        )}
        {chosen.error === undefined ? null : <ErrorNotice error={chosen.error} onRetry={chosen.reload} />}
      </div>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t('common:actions.cancel')}</Button>
        <OfflineHint offline={offline}>
          <Button type="submit" variant="filled" loading={busy} disabled={offline}>
            {t('vpn:review')}
          </Button>
        </OfflineHint>
      </div>
    </form>
  );
};

const PeriodPrice = ({ quote }: { readonly quote: Quote }) => {
  const format = useFormat();
  return (
    <span className={quote.value === undefined ? styles.dim : styles.periodPrice}>
      {quote.value === undefined ? (quote.loading ? '…' : '—') : format.roubles(quote.value.priceKopecks)}
    </span>
  );
};
