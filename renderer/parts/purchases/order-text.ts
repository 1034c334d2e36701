import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#shared/contract/purchases.ts';
import { assertNever } from '#shared/result.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** The beginning of a uuid is enough to tell a client's subscriptions apart. */
export const shortUuid = (uuid: string): string => uuid.slice(0, 8);

/** Describes an order in words: “5 GB of residential traffic”. */
export const useOrderText = (): ((order: Order) => string) => {
  const { t } = useTranslation(['purchases', 'premium']);
  const format = useFormat();
  return useCallback(
    (order: Order) => {
      switch (order.kind) {
        case 'traffic':
          return t('purchases:what.traffic', {
            gb: format.gb(order.gb),
            pool: t(`premium:poolsInline.${order.poolType}`),
          });
        case 'dedicated':
          return t('purchases:what.dedicated', {
            count: order.count,
            ipv: t(`purchases:ipv.ipv${order.ipv}`),
            country: format.country(order.countryCode),
            days: t('purchases:days', { count: order.period }),
          });
        case 'dedicated-prolong':
          return t('purchases:what.prolong', {
            count: order.serviceIds.length,
            days: t('purchases:days', { count: order.period }),
          });
        case 'vpn-buy':
          return t('purchases:what.vpnBuy', { months: t('purchases:months', { count: order.periodMonths }) });
        case 'vpn-renew':
          return t('purchases:what.vpnRenew', {
            id: shortUuid(order.uuid),
            months: t('purchases:months', { count: order.periodMonths }),
          });
        default:
          return assertNever(order);
      }
    },
    [t, format],
  );
};

/** The label of the button that spends: the action, the goods and the price. */
export const useConfirmText = (): ((order: Order, priceKopecks: number) => string) => {
  const { t } = useTranslation(['purchases', 'premium']);
  const format = useFormat();
  const orderText = useOrderText();
  return useCallback(
    (order: Order, priceKopecks: number) => {
      const price = format.roublesShort(priceKopecks);
      switch (order.kind) {
        case 'traffic': {
          const pool = t(`premium:poolsInline.${order.poolType}`);
          return t('purchases:confirm.traffic', { gb: format.gb(order.gb), pool, price });
        }
        case 'vpn-buy':
          return t('purchases:confirm.vpnBuy', { months: t('purchases:months', { count: order.periodMonths }), price });
        case 'vpn-renew':
          return t('purchases:confirm.vpnRenew', {
            months: t('purchases:months', { count: order.periodMonths }),
            price,
          });
        case 'dedicated':
          return t('purchases:confirm.dedicated', { what: orderText(order), price });
        case 'dedicated-prolong':
          return t('purchases:confirm.prolong', {
            count: order.serviceIds.length,
            days: t('purchases:days', { count: order.period }),
            price,
          });
        default:
          return assertNever(order);
      }
    },
    [t, format, orderText],
  );
};
