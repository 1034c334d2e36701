import { type Icon, IconArrowsTransferUpDown, IconFileText, IconServer2, IconShieldLock } from '@tabler/icons-react';
import type { ProductName } from '#shared/products/index.ts';
import styles from './product-mark.module.css';

/** The products, and the proxy lists that are made from traffic. */
export type MarkedName = ProductName | 'lists';

/** The colour of each product, for its mark and its part of a chart (ui/theme/variables.ts). */
export const PRODUCT_HUES: Readonly<Record<MarkedName, string>> = {
  vpn: 'var(--desk-vpn)',
  traffic: 'var(--desk-traffic)',
  dedicated: 'var(--desk-dedicated)',
  lists: 'var(--desk-lists)',
};

const ICONS: Readonly<Record<MarkedName, Icon>> = {
  vpn: IconShieldLock,
  traffic: IconArrowsTransferUpDown,
  dedicated: IconServer2,
  lists: IconFileText,
};

/**
 * The icon of a product in its colour, in front of words that name the product. It subscribes to nothing, so cells of a
 * grid may draw it.
 */
export const ProductMark = ({ name }: { readonly name: MarkedName }) => {
  const IconOf = ICONS[name];
  return <IconOf size={15} stroke={1.8} aria-hidden className={styles.mark} style={{ color: PRODUCT_HUES[name] }} />;
};
