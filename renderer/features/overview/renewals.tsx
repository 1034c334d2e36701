import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RenewalForecast, RenewalPrice } from '#shared/contract/overview.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/words.ts';
import { renewalKey, renewalText } from '../../parts/products/index.ts';
import { ProductMark } from '../../parts/products/product-mark.tsx';
import { Age } from '../../ui/age.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import styles from './overview.module.css';
import { OverviewSection } from './section.tsx';

interface RenewalsProps {
  readonly forecast: RenewalForecast;
  readonly reload: () => void;
}

/** Says whether the balance covers what is due within 7 days, at which prices, and what is unknown. */
export const Renewals = ({ forecast, reload }: RenewalsProps) => {
  const { t } = useTranslation('overview');
  const format = useFormat();
  const quote = useAction('overview.quoteRenewals');
  const { due, unpriced, covered, neededKopecks } = forecast;
  const priced = due - unpriced;
  const amount = format.roublesShort(neededKopecks);
  const ask = () => void quote.run({}).then(reload);
  return (
    <OverviewSection title={t('renewals.title', { days: forecast.days })}>
      <Stack gap={8} align="stretch" className={styles.renewals ?? ''}>
        {priced === 0 ? null : covered === null ? (
          <Notice tone="warn">{t('renewals.noBalance', { amount })}</Notice>
        ) : (
          <Notice tone={covered < priced ? 'bad' : 'ok'}>
            {covered > 0 && covered < priced
              ? t('renewals.covers', { covered, count: priced, amount })
              : t(covered === 0 ? 'renewals.coversNone' : 'renewals.coversAll', { count: priced, amount })}
            {forecast.balanceAsOf === null ? null : (
              <>
                {' '}
                <Age at={forecast.balanceAsOf} />
              </>
            )}
          </Notice>
        )}
        {unpriced === 0 ? null : (
          <Notice tone="info">
            {t(priced === 0 ? 'renewals.allUnpriced' : 'renewals.unpriced', { count: unpriced })}
          </Notice>
        )}
        <ul className={styles.prices} aria-label={t('renewals.prices')}>
          {forecast.prices.map((price) => (
            <PriceRow key={renewalKey(price)} price={price} />
          ))}
        </ul>
        <ErrorNotice error={quote.error} />
        <ServiceButton size="compact-sm" variant="subtle" className="flush-start" loading={quote.busy} onClick={ask}>
          {t('renewals.ask')}
        </ServiceButton>
      </Stack>
    </OverviewSection>
  );
};

const PriceRow = ({ price }: { readonly price: RenewalPrice }) => {
  const { t } = useTranslation('overview');
  const words = useWords();
  const { format } = words;
  return (
    <li>
      <span>
        <ProductMark name={price.kind} />
        <span>{renewalText(price, words)}</span>
      </span>
      {price.priceKopecks === null ? (
        <span className="dim">{t('renewals.noPrice', { count: price.count })}</span>
      ) : (
        <span title={price.asOf === null ? undefined : format.exact(price.asOf)}>
          {t('renewals.times', { count: price.count, price: format.roublesShort(price.priceKopecks) })}
        </span>
      )}
    </li>
  );
};
