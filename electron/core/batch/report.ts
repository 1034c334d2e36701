import { basename } from 'node:path';
import type { Batch, BatchItem } from '#shared/contract/batch.ts';
import { CSV_BOM, csvLine } from '#shared/domain/csv-writer.ts';
import { createBreather } from '../common/slices.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { type BatchTexts, batchTitle } from './batch-texts.ts';

const ROWS = 200;

/** Writes a batch as a file for a spreadsheet: its totals, then every item. Throws DeskError `file`. */
export const writeBatchReport = async (
  path: string,
  batch: Batch,
  itemsFrom: (offset: number, limit: number) => readonly BatchItem[],
  texts: BatchTexts,
): Promise<{ fileName: string; rows: number }> => {
  let rows = 0;
  const cells = (item: BatchItem): readonly (string | number)[] => [
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

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const breathe = createBreather();
    const totals: (string | number)[][] = [
      [texts.totals.what, batchTitle(batch.params, batch.items, texts)],
      [texts.totals.items, batch.items],
      [texts.totals.lines, batch.lines],
      [texts.totals.files, batch.files],
      [texts.totals.place, batch.place ?? ''],
    ];
    yield Buffer.from(CSV_BOM + totals.map(csvLine).join('') + csvLine(['']) + csvLine(texts.header));
    for (let offset = 0; ; offset += ROWS) {
      await breathe();
      const page = itemsFrom(offset, ROWS);
      if (page.length === 0) return;
      rows += page.length;
      yield Buffer.from(page.map((item) => csvLine(cells(item))).join(''));
    }
  }

  const written = await writeFileAtomically(path, chunks());
  return { fileName: basename(written.path), rows };
};
