import type { BulkLine, BulkRun } from '#shared/contract/bulk.ts';
import { REPORT_TEXTS } from '#shared/domain/bulk-report-texts.ts';
import { BULK_WORDS, bulkReason, bulkStateName } from '#shared/domain/bulk-words.ts';
import type { Language } from '#shared/domain/language.ts';
import { kopecksToDecimal } from '#shared/domain/money.ts';
import { type CsvPlace, type CsvRow, csvPages, type WrittenCsv, writeCsvFile } from '../files/csv-file.ts';

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
  const texts = REPORT_TEXTS[language];
  const money = (kopecks: number | null): string =>
    kopecks === null ? '' : decimal(kopecksToDecimal(kopecks), language);

  const cells = (line: BulkLine): CsvRow => [
    line.line + 1,
    line.clientName,
    line.messengerId ?? '',
    line.clientKey ?? '',
    line.target,
    money(line.priceKopecks),
    bulkStateName(line, texts),
    moment(line.at),
    bulkReason(line, BULK_WORDS[language], moment),
    line.purchaseId ?? line.problem?.purchaseId ?? '',
  ];

  const totals: readonly CsvRow[] = [
    [texts.what, texts.kinds[run.params.kind]],
    [texts.lines, run.lines],
    [texts.planned, money(run.totalKopecks)],
    [texts.charged, money(run.chargedKopecks)],
    [texts.open, money(run.openKopecks)],
    [texts.left, money(run.remainingKopecks)],
    [texts.cap, money(run.capKopecks)],
  ];
  return writeCsvFile(place, [...totals, [''], texts.header], csvPages(linesFrom, cells));
};
