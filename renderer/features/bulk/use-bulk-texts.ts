import { useTranslation } from 'react-i18next';
import type { BulkParams, BulkRun } from '#shared/contract/bulk.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** What a run does, for a title: "VPN renewal, 3 months". */
export const useBulkTitle = (): ((params: BulkParams) => string) => {
  const { t } = useTranslation(['bulk', 'purchases', 'premium']);
  const format = useFormat();
  return (params) => {
    const what = t(`bulk:kinds.${params.kind}`);
    switch (params.kind) {
      case 'vpn-renew':
        return t('bulk:titleOf', { what, how: t('purchases:months', { count: params.periodMonths }) });
      case 'dedicated-prolong':
        return t('bulk:titleOf', { what, how: t('purchases:days', { count: params.period }) });
      case 'traffic': {
        const pool = t(`premium:pools.${params.poolType}`);
        return t('bulk:titleOf', { what, how: `${pool}, ${format.gb(params.gb)}` });
      }
    }
  };
};

/** The whole deed with its price, for the button that does it. */
export const useDeedText = (): ((run: BulkRun) => string) => {
  const { t } = useTranslation('bulk');
  const format = useFormat();
  return (run) => {
    const count = run.counts.waiting;
    const price = format.roublesShort(run.remainingKopecks);
    switch (run.params.kind) {
      case 'vpn-renew':
        return t('deeds.vpn-renew', { count, price });
      case 'dedicated-prolong':
        return t('deeds.dedicated-prolong', { count, price });
      case 'traffic':
        return t('deeds.traffic', { count, price, gb: format.gb(run.params.gb) });
    }
  };
};
