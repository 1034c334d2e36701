import { useWords } from '../../i18n/words.ts';
import { priceText } from '../../parts/products/index.ts';

/** The name of a product in the price list. */
export const useProductText = (): ((key: string) => string) => {
  const words = useWords();
  return (key) => priceText(key, words);
};
