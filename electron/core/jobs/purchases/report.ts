import type { Report } from '#core/engine/run-kind.ts';
import { type CsvRow, csvPages } from '#core/platform/files/csv-file.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { PurchasesLine } from '#shared/contract/runs.ts';
import { chargeReason, chargeStateName } from '#shared/domain/charge-words.ts';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import type { CsvCell } from '#shared/domain/csv-writer.ts';
import type { Language } from '#shared/domain/language.ts';
import { countLines, type PurchasesRun, pageOfLines } from './charges.ts';
import { detailOf } from './detail.ts';

const COLUMNS = [
  'line',
  'client',
  'messengerId',
  'clientKey',
  'subject',
  'priceRub',
  'state',
  'timeUtc',
  'reason',
  'purchase',
] as const;

const moment = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

/** Creates the saved report of a run of purchases. */
export const purchasesReportOf = (db: Database, run: PurchasesRun, t: CoreTexts, language: Language): Report => {
  const detail = detailOf(db, run);
  const money = (kopecks: number | null): CsvCell => roublesCell(kopecks, language);

  const cells = (line: PurchasesLine): CsvRow => [
    line.line + 1,
    line.clientName,
    line.messengerId ?? '',
    line.clientKey ?? '',
    line.target,
    money(line.priceKopecks),
    line.state === 'waiting' ? t('files:notDone') : chargeStateName(line, t),
    { value: moment(line.at) },
    chargeReason(line, t, moment),
    line.purchaseId ?? line.problem?.purchaseId ?? '',
  ];

  return {
    fileName: t('files:names.purchasesReport'),
    totals: [
      [t('files:totals.what'), t(`runPurchases:kinds.${run.params.kind}`)],
      [t('files:columns.lines'), countLines(db, run.id)],
      [t('files:totals.plannedRub'), money(detail.totalKopecks)],
      [t('files:columns.chargedRub'), money(detail.chargedKopecks)],
      [t('files:totals.openRub'), money(detail.openKopecks)],
      [t('files:totals.leftRub'), money(detail.remainingKopecks)],
      [t('files:totals.capRub'), money(detail.capKopecks)],
    ],
    header: COLUMNS.map((column) => t(`files:columns.${column}`)),
    pages: csvPages((offset, limit) => pageOfLines(db, run.id, { only: [], offset, limit }).rows, cells),
  };
};
