import {
  DEDICATED_PROLONG_PERIODS,
  IPV_VALUES,
  type Ipv,
  POOL_TYPES,
  type PoolType,
  VPN_PERIODS,
  type VpnPeriod,
} from './limits.ts';

/** What a price of the reseller's is for; of traffic for 1 GB, of dedicated proxies for one of them. */
export type SaleProduct =
  | { readonly kind: 'vpn'; readonly months: VpnPeriod }
  | { readonly kind: 'traffic'; readonly poolType: PoolType }
  /** Bought or prolonged by so many days. `countryCode` is `null` for whatever country has no price of its own. */
  | { readonly kind: 'dedicated'; readonly ipv: Ipv; readonly countryCode: string | null; readonly days: number };

/** In the place of a country. */
const ANY = 'any';

/** How a product is written in the database and in files: `vpn 3`, `traffic mobile`, `dedicated 4 de 30`. */
export const productKey = (product: SaleProduct): string => {
  switch (product.kind) {
    case 'vpn':
      return `vpn ${product.months}`;
    case 'traffic':
      return `traffic ${product.poolType}`;
    case 'dedicated':
      return `dedicated ${product.ipv} ${product.countryCode?.toLowerCase() ?? ANY} ${product.days}`;
  }
};

/** What has a place in every price list; dedicated proxies are added as they are sold. */
export const STANDARD_PRODUCTS: readonly SaleProduct[] = [
  ...VPN_PERIODS.map((months) => ({ kind: 'vpn', months }) as const),
  ...POOL_TYPES.map((poolType) => ({ kind: 'traffic', poolType }) as const),
];

const STANDARD = new Map(STANDARD_PRODUCTS.map((product) => [productKey(product), product]));
const DEDICATED = /^dedicated ([346]) ([a-z]{2,3}) (\d{1,2})$/;

/** The product of a key, in any letter case and with any blanks; `null` for what is none. */
export const parseProduct = (key: string): SaleProduct | null => {
  const text = key.trim().toLowerCase().replace(/\s+/g, ' ');
  const standard = STANDARD.get(text);
  if (standard !== undefined) return standard;
  const [, ipv, country = '', days] = DEDICATED.exec(text) ?? [];
  const known = IPV_VALUES.find((value) => String(value) === ipv);
  const period = DEDICATED_PROLONG_PERIODS.find((value) => String(value) === days);
  if (known === undefined || period === undefined) return null;
  return { kind: 'dedicated', ipv: known, countryCode: country === ANY ? null : country, days: period };
};
