import { useTranslation } from 'react-i18next';
import { countryName } from '#shared/domain/country-name.ts';
import { parseProduct } from '#shared/domain/sale-products.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** The name of a product in the price list. */
export const useProductText = (): ((key: string) => string) => {
  const { t } = useTranslation(['sales', 'premium', 'purchases']);
  const language = useLanguage();
  return (key) => {
    const product = parseProduct(key);
    switch (product?.kind) {
      case undefined:
        return key;
      case 'vpn':
        return t('purchases:what.vpnBuy', { months: t('purchases:months', { count: product.months }) });
      case 'traffic':
        return t('sales:products.traffic', { pool: t(`premium:pools.${product.poolType}`) });
      case 'dedicated': {
        const { ipv, countryCode: code, days } = product;
        const country =
          code === null ? t('sales:products.anyCountry') : countryName(code, code.toUpperCase(), language);
        const words = { ipv: t(`purchases:ipv.ipv${ipv}`), country, days: t('purchases:days', { count: days }) };
        return t('sales:products.dedicated', words);
      }
    }
  };
};
