import { type ClientFields, checkClientFields, forClientTexts, splitTags } from '#shared/domain/client-fields.ts';
import { parseMessengerId } from '#shared/domain/client-identity.ts';
import type { CsvColumn } from '#shared/domain/csv-columns.ts';
import type { CsvRecord } from '#shared/domain/csv-reader.ts';
import { restoreCell } from '#shared/domain/csv-writer.ts';
import { type ClientMoneyCells, readMoneyCells } from '#shared/domain/sale-cells.ts';
import type { Problem } from '#shared/result.ts';

/** A record of a file as a client. `filled` names the columns that had something in them. */
export interface CsvClient {
  readonly line: number;
  readonly typedId: string;
  readonly fields: ClientFields;
  readonly filled: ReadonlySet<CsvColumn>;
  readonly problems: readonly Problem[];
  readonly money: ClientMoneyCells;
}

const cellsOf = (record: CsvRecord, columns: readonly CsvColumn[]): Map<CsvColumn, string> => {
  const cells = new Map<CsvColumn, string>();
  columns.forEach((column, index) => {
    if (column !== 'ignore') cells.set(column, record.fields[index] ?? '');
  });
  return cells;
};

const recordProblems = (record: CsvRecord, columns: readonly CsvColumn[]): readonly Problem[] => {
  if (record.unclosedQuote) return [{ field: 'line', code: 'csv-unclosed-quote' }];
  const extra = record.fields.slice(columns.length).some((cell) => cell.trim() !== '');
  return extra
    ? [{ field: 'line', code: 'csv-too-many-fields', params: { max: columns.length, count: record.fields.length } }]
    : [];
};

/** Excel's `="123"` keeps a long number as it is. */
const plainId = (cell: string): string => /^="(.*)"$/.exec(cell.trim())?.[1] ?? cell;

/** Reads one record; everything wrong with it is named, and nothing is guessed. */
export const readCsvClient = (record: CsvRecord, columns: readonly CsvColumn[]): CsvClient => {
  const cells = cellsOf(record, columns);
  const cell = (column: CsvColumn): string => restoreCell(cells.get(column) ?? '');
  const typedId = (cells.get('messengerId') ?? '').trim();
  const id = parseMessengerId(plainId(restoreCell(typedId)));
  const { fields, problems } = checkClientFields({
    messengerId: id.ok ? id.value : 0,
    clientKey: cell('clientKey'),
    ...forClientTexts(cell),
    tags: splitTags(cell('tags')),
  });
  const broken = recordProblems(record, columns);
  const filled = new Set([...cells].filter(([, text]) => text.trim() !== '').map(([column]) => column));
  const money = readMoneyCells(cell('debt'), cell('prices'));
  const client = { line: record.line, typedId, fields, filled, money };
  if (broken.length > 0) return { ...client, problems: broken };
  return { ...client, problems: id.ok ? problems : [id.problem, ...problems] };
};
