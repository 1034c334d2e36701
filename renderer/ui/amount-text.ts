import { kopecksToDecimal } from '#shared/domain/money.ts';
import { shownLanguage } from '../i18n/use-language.ts';

/** An amount as a person types it into a field: whole roubles without decimals. */
export const amountText = (kopecks: number | null): string => {
  if (kopecks === null) return '';
  const text = kopecksToDecimal(kopecks).replace(/\.00$/, '');
  return shownLanguage() === 'ru' ? text.replace('.', ',') : text;
};
