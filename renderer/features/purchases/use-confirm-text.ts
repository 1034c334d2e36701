import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#shared/contract/purchases.ts';
import { assertNever } from '#shared/result.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useOrderText } from './order-text.ts';

/** What the button says that spends: the action, the goods and the price. */
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
