import { useTranslation } from 'react-i18next';
import type { BoughtByOrder, StandingTargets } from '#shared/contract/standing.ts';
import { parseTrafficGb } from '#shared/domain/products/traffic.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { TypedOrder } from './typed-order.ts';

const isNobody = (targets: StandingTargets): boolean => {
  switch (targets.of) {
    case 'clients':
      return targets.clientIds.length === 0;
    case 'tag':
      return targets.tag === '';
    case 'proxies':
      return targets.proxyIds.length === 0;
  }
};

/** `null` while the form does not say what to buy. */
const boughtBy = ({ kind, months, days, poolType, gb, targets }: TypedOrder): BoughtByOrder | null => {
  switch (kind) {
    case 'vpn-renew':
      return { kind, periodMonths: months };
    case 'dedicated-prolong':
      return isNobody(targets) ? null : { kind, period: days, targets };
    case 'traffic': {
      const read = parseTrafficGb(gb);
      return read.ok ? { kind, poolType, gb: read.gb } : null;
    }
  }
};

/** The current cost of one purchase of the order, as far as prices are known. It helps to choose the limits. */
export const CostNow = ({ typed }: { readonly typed: TypedOrder }) => {
  const { t } = useTranslation('standing');
  const format = useFormat();
  const now = useNow();
  const bought = boughtBy(typed);
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
