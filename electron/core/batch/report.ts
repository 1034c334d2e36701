import type { Batch, BatchItem } from '#shared/contract/batch.ts';
import { type CsvPlace, type CsvRow, csvPages, type WrittenCsv, writeCsvFile } from '../files/csv-file.ts';
import { type BatchTexts, batchSubject, batchTitle } from './batch-texts.ts';

/** Writes a batch as a file for a spreadsheet: its totals, then every item. Throws DeskError `file`. */
export const writeBatchReport = async (
  place: CsvPlace,
  batch: Batch,
  itemsFrom: (offset: number, limit: number) => readonly BatchItem[],
  texts: BatchTexts,
): Promise<WrittenCsv> => {
  const cells = (item: BatchItem): CsvRow => [
    item.item + 1,
    item.clientName,
    item.messengerId ?? '',
    item.clientKey,
    item.listTitle,
    item.asked,
    item.lines,
    texts.states[item.state],
    item.problem === null
      ? ''
      : [texts.problems[item.problem.code], item.problem.words].filter((text) => text !== '').join(': '),
    item.fileName,
  ];

  const totals: readonly CsvRow[] = [
    [texts.totals.what, batchTitle(batchSubject(batch.params, batch.items - batch.counts.skipped), texts)],
    [texts.totals.items, batch.items],
    [texts.totals.lines, batch.lines],
    [texts.totals.files, batch.files],
    [texts.totals.place, batch.place ?? ''],
  ];
  return writeCsvFile(place, [...totals, [''], texts.header], csvPages(itemsFrom, cells));
};
