import { PRODUCT_NAMES, priceListOf, type SaleProduct } from '../products/index.ts';
import { normalPriceKey } from './products/rules.ts';

/** Returns the key of a product in the database and in files: `vpn 3`, `traffic mobile`, `dedicated 4 de 30`. */
export const productKey = (product: SaleProduct): string => priceListOf(product.kind).key(product);

/** The products that every price list contains; dedicated proxies are added as they are sold. */
export const STANDARD_PRODUCTS: readonly SaleProduct[] = PRODUCT_NAMES.flatMap((name) => priceListOf(name).standard);

/** Parses a key, in any letter case and with any blanks; returns `null` if it names no product. */
export const parseProduct = (key: string): SaleProduct | null => {
  const text = normalPriceKey(key);
  for (const name of PRODUCT_NAMES) {
    const found = priceListOf(name).parse(text);
    if (found !== null) return found;
  }
  return null;
};
