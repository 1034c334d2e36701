import type { ProductName } from '#shared/products/index.ts';

/** The products, and the proxy lists that are made from traffic. */
export type HuedName = ProductName | 'lists';

/** The colour of each product, for its icon and its part of a chart (ui/theme/variables.ts). */
export const PRODUCT_HUES: Readonly<Record<HuedName, string>> = {
  vpn: 'var(--desk-vpn)',
  traffic: 'var(--desk-traffic)',
  dedicated: 'var(--desk-dedicated)',
  lists: 'var(--desk-lists)',
};
