import { useTranslation } from 'react-i18next';
import type { SpendingWindow } from '#shared/contract/purchases.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** One window of spending in a sentence, with the numbers it is made of. */
export const SpendingText = ({ window }: { readonly window: SpendingWindow }) => {
  const { t } = useTranslation('ledger');
  const format = useFormat();
  const { from, to, spentKopecks, explainedKopecks, unknownKopecks, differenceKopecks, lateKopecks } = window;
  const isOneDay = localDate(from) === localDate(to);
  const span = { from: format.dateTime(from), to: isOneDay ? format.time(to) : format.dateTime(to) };
  const difference = format.roubles(Math.abs(differenceKopecks));
  const sentence =
    differenceKopecks === 0
      ? lateKopecks === 0
        ? t('books.windowAgrees', span)
        : t('books.windowLate', { ...span, late: format.roubles(lateKopecks) })
      : differenceKopecks < 0
        ? t('books.windowLess', { ...span, difference })
        : differenceKopecks <= unknownKopecks
          ? t('books.windowUnknown', { ...span, difference })
          : t('books.windowMore', { ...span, difference });
  const numbers = [
    `${t('books.spent')} ${format.roubles(spentKopecks)}`,
    `${t('books.explained')} ${format.roubles(explainedKopecks)}`,
    ...(unknownKopecks === 0 ? [] : [`${t('books.unknown')} ${format.roubles(unknownKopecks)}`]),
    ...(lateKopecks === 0 ? [] : [`${t('books.late')} ${format.roubles(lateKopecks)}`]),
  ];
  return (
    <>
      <p>{sentence}</p>
      <p className="dim">{numbers.join(' · ')}</p>
    </>
  );
};
