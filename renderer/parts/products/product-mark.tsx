import { IconFileText } from '@tabler/icons-react';
import type { ProductName } from '#shared/products/index.ts';
import { PRODUCT_VIEWS } from './index.ts';
import styles from './product-mark.module.css';

/** The products, and the proxy lists that are made from traffic. */
export type MarkedName = ProductName | 'lists';

/** Returns the CSS colour of a product, for its mark and its part of a chart, in the light or the dark theme. */
export const productHue = (name: MarkedName): string => {
  if (name === 'lists') return 'var(--desk-lists)';
  const { light, dark } = PRODUCT_VIEWS[name].colour;
  return `light-dark(${light}, ${dark})`;
};

/**
 * The icon of a product in its colour, in front of words that name the product. It subscribes to nothing, so cells of a
 * grid may draw it.
 */
export const ProductMark = ({ name }: { readonly name: MarkedName }) => {
  const IconOf = name === 'lists' ? IconFileText : PRODUCT_VIEWS[name].icon;
  return <IconOf size={15} stroke={1.8} aria-hidden className={styles.mark} style={{ color: productHue(name) }} />;
};
