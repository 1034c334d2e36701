import { PRODUCT_NAMES, priceListOf, type SaleProduct } from './products/index.ts';

/** How a product is written in the database and in files: `vpn 3`, `traffic mobile`, `dedicated 4 de 30`. */
export const productKey = (product: SaleProduct): string => priceListOf(product.kind).key(product);

/** Products that are in every price list; dedicated proxies are added as they are sold. */
export const STANDARD_PRODUCTS: readonly SaleProduct[] = PRODUCT_NAMES.flatMap((name) => priceListOf(name).standard);

/** The product of a key, in any letter case and with any blanks; `null` for what is none. */
export const parseProduct = (key: string): SaleProduct | null => {
  const text = key.trim().toLowerCase().replace(/\s+/g, ' ');
  for (const name of PRODUCT_NAMES) {
    const found = priceListOf(name).parse(text);
    if (found !== null) return found;
  }
  return null;
};
