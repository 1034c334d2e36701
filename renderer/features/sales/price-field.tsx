import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceRow } from '#shared/contract/sales.ts';
import { readTypedAmount } from '#shared/domain/sale-amounts.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { doAndTell } from '../../parts/sales/sale-calls.ts';
import { amountText } from '../../ui/amount-text.ts';
import { NumberField } from '../../ui/number-field.tsx';

interface PriceFieldProps {
  readonly row: PriceRow;
  /** The client with a price of their own; `null` for the general list. */
  readonly clientId: number | null;
  readonly label: string;
}

/** A price that is saved when the field is left. An empty field removes it from the list. */
export const PriceField = ({ row, clientId, label }: PriceFieldProps) => {
  const { t } = useTranslation('sales');
  const kept = amountText(row.priceKopecks);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? kept;
  const read = readTypedAmount(text, true);
  const problem =
    read.ok || read.code === 'amount-empty' ? undefined : problemText({ field: 'price', code: read.code });
  const save = async () => {
    if (typed === undefined || problem !== undefined) return;
    const priceKopecks = read.ok ? read.kopecks : null;
    if (priceKopecks !== row.priceKopecks) {
      const said = priceKopecks === null ? t('prices.removed', { what: label }) : t('prices.kept', { what: label });
      const done = await doAndTell('sales.setPrice', { clientId, product: row.product, priceKopecks }, () => said);
      if (done === undefined) return;
    }
    setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    if (event.key !== 'Escape' || typed === undefined) return;
    event.stopPropagation();
    setTyped(undefined);
  };
  return (
    <NumberField
      decimal
      aria-label={t('prices.priceOf', { what: label })}
      placeholder={t('prices.noPrice')}
      value={text}
      error={problem}
      onChange={setTyped}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  );
};
