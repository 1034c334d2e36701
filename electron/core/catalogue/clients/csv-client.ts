import type { MomentReading } from '#shared/domain/cell-moment.ts';
import {
  type ClientFields,
  checkClientFields,
  clientText,
  forClientTexts,
  splitTags,
} from '#shared/domain/client-fields.ts';
import { parseMessengerId } from '#shared/domain/client-identity.ts';
import { hasBrokenCharacters } from '#shared/domain/control-characters.ts';
import type { CsvColumn } from '#shared/domain/csv-columns.ts';
import { columnNamedBy } from '#shared/domain/csv-headers.ts';
import type { CsvRecord } from '#shared/domain/csv-reader.ts';
import { type ReadCell, readCell } from '#shared/domain/csv-writer.ts';
import { readPaidUntil } from '#shared/domain/paid-until.ts';
import { type ClientMoneyCells, readMoneyCells } from '#shared/domain/sale-cells.ts';
import { damageOf, looksLikeDate } from '#shared/domain/spreadsheet-values.ts';
import type { Problem } from '#shared/result.ts';

/** A record of a file as a client. `filled` contains the columns with a value that is taken over. */
export interface CsvClient {
  readonly line: number;
  readonly typedId: string;
  readonly fields: ClientFields;
  readonly filled: ReadonlySet<CsvColumn>;
  readonly problems: readonly Problem[];
  readonly money: ClientMoneyCells;
  /** The problems of values that are left out. The client is imported without them, unless the user holds it back. */
  readonly leftOut: readonly Problem[];
  /** Whether the day until which the client has paid passed long ago or lies far ahead. */
  readonly hasDoubtfulEnd: boolean;
  /**
   * Whether the key looks like a date that a spreadsheet made of something else. It is kept, but the user should check
   * it.
   */
  readonly hasDateKey: boolean;
  /** Whether the record has an id but no key. */
  readonly lacksKey: boolean;
}

type Cells = ReadonlyMap<CsvColumn, ReadCell>;

const EMPTY: ReadCell = { text: '', isText: false };

const cellsOf = (record: CsvRecord, columns: readonly CsvColumn[]): Cells => {
  const cells = new Map<CsvColumn, ReadCell>();
  columns.forEach((column, index) => {
    if (column !== 'ignore') cells.set(column, readCell(record.fields[index] ?? ''));
  });
  return cells;
};

/** Returns what precedes the text of each column in a note: its title, unless the title names a note itself. */
export const noteTitlesOf = (header: readonly string[]): readonly string[] =>
  header.map((title) => (title.trim() === '' || columnNamedBy(title)?.column === 'note' ? '' : `${title.trim()}: `));

/**
 * Returns the note that the columns of notes make together, a line for each. The text of a column with another title
 * follows that title: `Phone: 5012345678`.
 */
const noteOf = (record: CsvRecord, { columns, noteTitles }: Pick<ClientReading, 'columns' | 'noteTitles'>): string =>
  columns
    .flatMap((column, index) => {
      const text = column === 'note' ? readCell(record.fields[index] ?? '').text.trim() : '';
      return text === '' ? [] : [`${noteTitles[index] ?? ''}${text}`];
    })
    .join('\n');

const recordProblems = (record: CsvRecord, columns: readonly CsvColumn[]): readonly Problem[] => {
  if (record.unclosedQuote) return [{ field: 'line', code: 'csv-unclosed-quote' }];
  const extra = record.fields.slice(columns.length).some((cell) => cell.trim() !== '');
  return extra
    ? [{ field: 'line', code: 'csv-too-many-fields', params: { max: columns.length, count: record.fields.length } }]
    : [];
};

/**
 * Columns that identify clients or are read by people. They must not contain the remains of a value that a spreadsheet
 * damaged.
 */
const UNDAMAGED = ['messengerId', 'clientKey', 'name', 'tags'] as const;
const TEXT_SHOWN = 60;

const damageProblems = (cells: Cells): readonly Problem[] =>
  UNDAMAGED.flatMap((field) => {
    const { text, isText } = cells.get(field) ?? EMPTY;
    const code = isText ? null : damageOf(text);
    // Shortened ids have their own message.
    const isSaid = code === null || (field === 'messengerId' && code === 'cell-shortened');
    return isSaid ? [] : [{ field, code, params: { text: text.trim().slice(0, TEXT_SHOWN) } }];
  });

const brokenKeyProblems = (clientKey: string): readonly Problem[] =>
  hasBrokenCharacters(clientKey) ? [{ field: 'clientKey', code: 'clientKey-broken' }] : [];

const isFirstOfField = ({ field }: Problem, index: number, all: readonly Problem[]): boolean =>
  all.findIndex((one) => one.field === field) === index;

/** Panels write 0 for a client without Telegram. Taken for an id, it would make one person of all of them. */
const givenId = (cell: string): ReturnType<typeof parseMessengerId> => {
  const id = parseMessengerId(cell);
  return id.ok && id.value === 0 ? parseMessengerId('') : id;
};

interface ClientReading extends MomentReading {
  readonly columns: readonly CsvColumn[];
  /** See `noteTitlesOf`; empty without a header. */
  readonly noteTitles: readonly string[];
  readonly keyFromId: boolean;
  /** ms since the epoch, UTC. */
  readonly now: number;
}

const shown = (text: string): string => text.trim().slice(0, TEXT_SHOWN);

/** Returns why a plan is left out; `null` if it is not. */
const planProblemOf = ({ text, isText }: ReadCell): Problem | null => {
  if (!isText && damageOf(text) !== null) return { field: 'plan', code: 'plan-damaged', params: { text: shown(text) } };
  const { length } = text.trim();
  const max = clientText('plan').limit;
  return length > max ? { field: 'plan', code: 'plan-too-long', params: { max, length } } : null;
};

/** Reads one record. It reports every problem and guesses nothing. */
export const readCsvClient = (record: CsvRecord, reading: ClientReading): CsvClient => {
  const { columns, keyFromId, now } = reading;
  const cells = cellsOf(record, columns);
  const cell = (column: CsvColumn): string => (cells.get(column) ?? EMPTY).text;
  const typedId = (record.fields[columns.indexOf('messengerId')] ?? '').trim();
  const id = givenId(cell('messengerId'));
  const key = cell('clientKey');
  const lacksKey = key === '' && id.ok;
  const paidUntil = readPaidUntil(cell('paidUntil'), reading, now);
  const plan = cells.get('plan') ?? EMPTY;
  const planProblem = planProblemOf(plan);
  const note = noteOf(record, reading);
  const money = readMoneyCells(cell('debt'), cell('prices'));
  const leftOut: Problem[] = [...money.problems];
  if (planProblem !== null) leftOut.push(planProblem);
  if (paidUntil.problem !== null) {
    leftOut.push({ field: 'paidUntil', code: paidUntil.problem, params: { text: shown(cell('paidUntil')) } });
  }
  const { fields, problems } = checkClientFields({
    messengerId: id.ok ? id.value : 0,
    clientKey: lacksKey && keyFromId ? String(id.value) : key,
    ...forClientTexts(cell),
    note,
    plan: planProblem === null ? plan.text : '',
    tags: splitTags(cell('tags')),
    paidUntil: paidUntil.day,
  });
  const broken = recordProblems(record, columns);
  const damage = damageProblems(cells);
  // If keys are made from ids, only the missing id explains why there is no key.
  const wrong = keyFromId ? problems.filter(({ code }) => code !== 'clientKey-empty') : problems;
  const found = [...damage, ...(id.ok ? [] : [id.problem]), ...brokenKeyProblems(fields.clientKey), ...wrong];
  const filled = new Set([...cells].filter(([, { text }]) => text.trim() !== '').map(([column]) => column));
  if (note !== '') filled.add('note');
  if (planProblem !== null) filled.delete('plan');
  if (!paidUntil.isGiven) filled.delete('paidUntil');
  return {
    line: record.line,
    typedId,
    lacksKey,
    fields,
    filled,
    money,
    leftOut,
    hasDoubtfulEnd: paidUntil.isDoubtful,
    hasDateKey: cells.get('clientKey')?.isText === false && looksLikeDate(fields.clientKey),
    // Each field gets one reason: the first one found.
    problems: broken.length > 0 ? broken : found.filter(isFirstOfField),
  };
};
