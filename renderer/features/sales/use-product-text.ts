import { parseProduct } from '#shared/domain/sale-products.ts';
import { useWords } from '../../i18n/words.ts';
import { priceText } from '../../parts/products/index.ts';

/** The name of a product in the price list. A key of another version stays as it is. */
export const useProductText = (): ((key: string) => string) => {
  const words = useWords();
  return (key) => {
    const product = parseProduct(key);
    return product === null ? key : priceText(product, words);
  };
};
