import { useTranslation } from 'react-i18next';
import { decidedOrder, type ProvenOrder } from '#shared/domain/date-order.ts';

interface DateOrderOptions {
  /** The order that the user chose; `null` if none was chosen. */
  readonly chosen: boolean | null;
  readonly proven: ProvenOrder | null;
  /** A date whose day and month could be exchanged. */
  readonly example: string;
}

/** Returns the texts and the value of a field that says in which order an import reads day and month, or asks for it. */
export const useDateOrder = ({ chosen, proven, example }: DateOrderOptions) => {
  const { t } = useTranslation();
  const dayFirst = decidedOrder(chosen, proven);
  const helpOf = (): string | undefined => {
    if (proven === null) return dayFirst === null ? t('dateOrder.unchosen') : undefined;
    const { line, text } = proven;
    return t(dayFirst === proven.dayFirst ? 'dateOrder.proven' : 'dateOrder.against', { line, text });
  };
  return {
    label: t('dateOrder.label', { text: proven?.example ?? example }),
    /** Why dates are read in this order, or what happens to them while no order is chosen. */
    help: helpOf(),
    value: dayFirst === null ? '' : String(dayFirst),
    options: [
      { value: 'true', label: t('dateOrder.dayFirst') },
      { value: 'false', label: t('dateOrder.monthFirst') },
    ],
  };
};
