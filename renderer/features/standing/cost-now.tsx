import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { recurringView } from '../../parts/products/index.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { TypedOrder } from './typed-order.ts';

/** The current cost of one purchase of the order, as far as prices are known. It helps to choose the limits. */
export const CostNow = ({ typed }: { readonly typed: TypedOrder }) => {
  const { t } = useTranslation('standing');
  const format = useFormat();
  const now = useNow();
  const bought = recurringView(typed.kind).priced(typed, typed.targets);
  const { value, error, reload } = useQuery('standing.knownCost', bought);
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  if (bought === null || value === undefined) return null;
  if (value === null) return <p className="note">{t('form.costUnknown')}</p>;
  const { leastKopecks, mostKopecks, asOf, isWhole } = value;
  const [least, most] = [format.roubles(leastKopecks), format.roubles(mostKopecks)];
  const moment = format.moment(asOf, now);
  return (
    <p className="note">
      {least === most ? t('form.cost', { cost: most, moment }) : t('form.costRange', { least, most, moment })}
      {isWhole ? '' : ` ${t('form.costPart')}`}
    </p>
  );
};
