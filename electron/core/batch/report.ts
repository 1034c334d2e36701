import type { Batch, BatchItem } from '#shared/contract/batch.ts';
import type { CoreTexts } from '../common/texts.ts';
import { type CsvPlace, type CsvRow, csvPages, type WrittenCsv, writeCsvFile } from '../files/csv-file.ts';
import { batchSubject, batchTitle } from './batch-subject.ts';

const COLUMNS = [
  ...(['line', 'client', 'messengerId', 'clientKey', 'list'] as const),
  ...(['asked', 'lines', 'state', 'reason', 'file'] as const),
];

/** Writes a batch as a file for a spreadsheet: its totals, then every item. Throws DeskError `file`. */
export const writeBatchReport = async (
  place: CsvPlace,
  batch: Batch,
  itemsFrom: (offset: number, limit: number) => readonly BatchItem[],
  t: CoreTexts,
): Promise<WrittenCsv> => {
  const cells = (item: BatchItem): CsvRow => [
    item.item + 1,
    item.clientName,
    item.messengerId ?? '',
    item.clientKey,
    item.listTitle,
    item.asked,
    item.lines,
    t(`batch:states.${item.state}`),
    item.problem === null
      ? ''
      : [t(`batch:problems.${item.problem.code}`), item.problem.words].filter((text) => text !== '').join(': '),
    item.fileName,
  ];

  const totals: readonly CsvRow[] = [
    [t('files:totals.what'), batchTitle(batchSubject(batch.params, batch.items - batch.counts.skipped), t)],
    [t('files:totals.items'), batch.items],
    [t('files:columns.lines'), batch.lines],
    [t('files:totals.files'), batch.files],
    [t('files:totals.place'), batch.place ?? ''],
  ];
  return writeCsvFile(
    place,
    [...totals, [''], COLUMNS.map((column) => t(`files:columns.${column}`))],
    csvPages(itemsFrom, cells),
  );
};
