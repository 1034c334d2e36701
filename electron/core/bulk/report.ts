import type { BulkLine, BulkRun } from '#shared/contract/bulk.ts';
import { bulkReason, bulkStateName } from '#shared/domain/bulk-words.ts';
import type { Language } from '#shared/domain/language.ts';
import { kopecksToDecimal } from '#shared/domain/money.ts';
import { textsIn } from '../common/texts.ts';
import { type CsvPlace, type CsvRow, csvPages, type WrittenCsv, writeCsvFile } from '../files/csv-file.ts';

const COLUMNS = [
  ...(['line', 'client', 'messengerId', 'clientKey', 'subject'] as const),
  ...(['priceRub', 'state', 'timeUtc', 'reason', 'purchase'] as const),
];

/** With a comma in Russian, so that a spreadsheet in that language reads it as a number. */
const decimal = (text: string, language: Language): string => (language === 'ru' ? text.replace('.', ',') : text);

const moment = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

/** Writes a run as a file for a spreadsheet: its totals, then every line. Throws DeskError `file`. */
export const writeBulkReport = async (
  place: CsvPlace,
  run: BulkRun,
  linesFrom: (offset: number, limit: number) => readonly BulkLine[],
  language: Language,
): Promise<WrittenCsv> => {
  const t = textsIn(language);
  const money = (kopecks: number | null): string =>
    kopecks === null ? '' : decimal(kopecksToDecimal(kopecks), language);

  const cells = (line: BulkLine): CsvRow => [
    line.line + 1,
    line.clientName,
    line.messengerId ?? '',
    line.clientKey ?? '',
    line.target,
    money(line.priceKopecks),
    line.state === 'waiting' ? t('files:notDone') : bulkStateName(line, t),
    moment(line.at),
    bulkReason(line, t, moment),
    line.purchaseId ?? line.problem?.purchaseId ?? '',
  ];

  const totals: readonly CsvRow[] = [
    [t('files:totals.what'), t(`bulk:kinds.${run.params.kind}`)],
    [t('files:columns.lines'), run.lines],
    [t('files:totals.plannedRub'), money(run.totalKopecks)],
    [t('files:columns.chargedRub'), money(run.chargedKopecks)],
    [t('files:totals.openRub'), money(run.openKopecks)],
    [t('files:totals.leftRub'), money(run.remainingKopecks)],
    [t('files:totals.capRub'), money(run.capKopecks)],
  ];
  return writeCsvFile(
    place,
    [...totals, [''], COLUMNS.map((column) => t(`files:columns.${column}`))],
    csvPages(linesFrom, cells),
  );
};
