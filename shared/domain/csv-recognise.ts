import { parseMessengerId } from './client-identity.ts';
import { CLIENT_FIELD_NAMES, type CsvColumn } from './csv-columns.ts';
import { columnNamedBy, EXACT_RANK, namesLineNumber, namesOtherNumber } from './csv-headers.ts';
import { readCell } from './csv-writer.ts';

type Row = readonly string[];

/** The columns, by index, that the user must decide about. */
export interface UnsureColumns {
  /** The candidates, none of which is chosen. Empty if the column is decided, or if there are no candidates. */
  readonly messengerId: readonly number[];
  readonly clientKey: readonly number[];
  /** Columns that number the lines and contain no ids. */
  readonly counting: readonly number[];
}

interface RecognisedColumns {
  /** The number of records above the header, such as titles, which are skipped. */
  readonly above: number;
  readonly hasHeader: boolean;
  readonly columns: CsvColumn[];
  readonly unsure: UnsureColumns;
}

/** The number of records that are searched for a header. */
const MAX_RECORDS_TO_HEADER = 10;
/** A column of numbers that starts above this is not line numbers: 1001, 1002 … may be ids. */
const MAX_FIRST_NUMBER = 999;
/** The average gap between the numbers of lines, or of a panel's records, is at most this. */
const MAX_AVERAGE_GAP = 10;
/** Ids of messengers have at least this many digits; prices and numbers of days have fewer. */
const ID_DIGITS = 5;
/** `79012345678`, in Russia and Kazakhstan, may be a phone number as well as an id. */
const PHONE = /^[+]?[78]\d{10}$/;

interface ColumnContent {
  readonly index: number;
  readonly cells: readonly string[];
  readonly ids: readonly number[];
}

/** Returns whether more than half of the filled cells are ids. */
const looksLikeIds = ({ cells, ids }: ColumnContent): boolean => ids.length * 2 > cells.length;

/** Returns whether a column numbers lines or another program's records: dense numbers without repetitions. */
const numbersRecords = (content: ColumnContent): boolean => {
  const { ids, cells } = content;
  // Some cells may hold other content, such as a sum at the end of a sheet.
  const isNearlyAll = ids.length === cells.length || (ids.length > 2 && ids.length * 4 >= cells.length * 3);
  if (ids.length < 2 || !isNearlyAll || new Set(ids).size < ids.length) return false;
  const [least, most] = [Math.min(...ids), Math.max(...ids)];
  return least >= 0 && least <= MAX_FIRST_NUMBER && most - least <= MAX_AVERAGE_GAP * ids.length;
};

const hasLongIds = ({ ids }: ColumnContent): boolean =>
  ids.filter((id) => String(Math.abs(id)).length >= ID_DIGITS).length * 2 > ids.length;

const looksLikePhones = ({ cells }: ColumnContent): boolean =>
  cells.filter((cell) => PHONE.test(cell.replace(/[\s()-]/g, ''))).length * 2 > cells.length;

const contentOf = (rows: readonly Row[], index: number): ColumnContent => {
  const cells = rows.map((row) => readCell(row[index] ?? '').text.trim()).filter((cell) => cell !== '');
  const ids = cells.map((cell) => parseMessengerId(cell)).flatMap((id) => (id.ok ? [id.value] : []));
  return { index, cells, ids };
};

interface Choice {
  /** `undefined` if there is no candidate, or more than one. */
  readonly index: number | undefined;
  readonly candidates: readonly number[];
}

const NONE: Choice = { index: undefined, candidates: [] };

/** Leaves the choice to the user, even if there is only one candidate. */
const letUserChoose = (columns: readonly { readonly index: number }[]): Choice => ({
  index: undefined,
  candidates: columns.map(({ index }) => index).toSorted((a, b) => a - b),
});

/** Chooses the only candidate; leaves the choice to the user if there are several. */
const oneOf = (indexes: readonly number[]): Choice =>
  indexes.length > 1 ? { index: undefined, candidates: indexes } : { index: indexes[0], candidates: [] };

/** Returns the columns whose headers have the best rank. */
const mostExact = (named: readonly { readonly index: number; readonly rank: number }[]): readonly number[] => {
  const best = Math.min(...named.map(({ rank }) => rank));
  return named.filter(({ rank }) => rank === best).map(({ index }) => index);
};

/** Finds the column of ids by content; `header` is empty if the file has none. */
const idsByContent = (header: Row, contents: readonly ColumnContent[]): Choice => {
  const candidates = contents.filter(
    (one) =>
      looksLikeIds(one) &&
      !numbersRecords(one) &&
      !isOther(header[one.index] ?? '') &&
      isUnnamed(header[one.index] ?? ''),
  );
  const long = candidates.filter(hasLongIds);
  const [first, ...others] = long;
  if (first !== undefined) {
    const isSure = others.length === 0 && !looksLikePhones(first);
    return isSure ? oneOf([first.index]) : letUserChoose(long);
  }
  // Short numbers count as ids only if nothing suggests another meaning.
  const isPlain = header.length === 0 && candidates.length === 1 && !contents.some(numbersRecords);
  return isPlain ? oneOf(candidates.map(({ index }) => index)) : NONE;
};

const isOther = (header: string): boolean => namesLineNumber(header) || namesOtherNumber(header);
const isUnnamed = (header: string): boolean => columnNamedBy(header) === null;

/** Finds the column of messenger ids: under the best-ranked header that has ids in its column, otherwise by content. */
const findIds = (header: Row, contents: readonly ColumnContent[]): Choice => {
  const named = header.flatMap((cell, index) => {
    const name = columnNamedBy(cell);
    const content = contents[index];
    if (name?.column !== 'messengerId' || content === undefined) return [];
    const { rank } = name;
    return [
      { index, rank, isExact: rank <= EXACT_RANK, hasIds: looksLikeIds(content), isCounting: numbersRecords(content) },
    ];
  });
  const exact = named.filter(({ isExact }) => isExact);
  const exactWithIds = exact.filter(({ hasIds }) => hasIds);
  if (exactWithIds.length > 0) {
    const others = exactWithIds.filter(({ isCounting }) => !isCounting);
    return oneOf(mostExact(others.length > 0 ? others : exactWithIds));
  }
  const believed = named.filter(({ hasIds, isCounting }) => hasIds && !isCounting);
  if (exact.length > 0) {
    // The column with the right name holds something else, and the columns with numbers may hold another program's ids.
    return believed.length === 0 ? oneOf(mostExact(exact)) : letUserChoose([...exact, ...believed]);
  }
  if (believed.length > 0) return oneOf(mostExact(believed));
  const found = idsByContent(header, contents);
  if (found.index !== undefined || found.candidates.length > 0) return found;
  // The column contains no readable id, so each line reports a problem.
  const unread = named.filter(({ isCounting }) => !isCounting);
  return unread.length > 0 ? oneOf(mostExact(unread)) : NONE;
};

/** Finds the column of keys: under the best-ranked header whose column is not empty. */
const findKeys = (header: Row, contents: readonly ColumnContent[], hasRows: boolean): Choice => {
  const named = header.flatMap((cell, index) => {
    const name = columnNamedBy(cell);
    const isFilled = !hasRows || (contents[index]?.cells.length ?? 0) > 0;
    return name?.column === 'clientKey' ? [{ index, rank: name.rank, isFilled }] : [];
  });
  const filled = named.filter(({ isFilled }) => isFilled);
  const candidates = filled.length > 0 ? filled : named;
  return candidates.length === 0 ? NONE : oneOf(mostExact(candidates));
};

/** Ignores repeated columns: only the first one fills the field. */
const withoutRepeats = (columns: readonly CsvColumn[]): CsvColumn[] =>
  columns.map((column, index) => (columns.indexOf(column) === index ? column : 'ignore'));

const unsureOf = (ids: Choice, keys: Choice, contents: readonly ColumnContent[]): UnsureColumns => ({
  messengerId: ids.candidates,
  clientKey: keys.candidates,
  counting: contents
    .filter((one) => one.index !== ids.index && looksLikeIds(one) && numbersRecords(one))
    .map(({ index }) => index),
});

const byHeader = (header: Row, contents: readonly ColumnContent[], hasRows: boolean) => {
  const ids = findIds(header, contents);
  const keys = findKeys(header, contents, hasRows);
  const rest = withoutRepeats(header.map((cell) => columnNamedBy(cell)?.column ?? 'ignore'));
  const columns = header.map((_, index): CsvColumn => {
    if (index === ids.index) return 'messengerId';
    if (index === keys.index) return 'clientKey';
    const column = rest[index] ?? 'ignore';
    return column === 'messengerId' || column === 'clientKey' ? 'ignore' : column;
  });
  return { columns, unsure: unsureOf(ids, keys, contents) };
};

/**
 * Without a header the columns are read in the order of exported files, skipping columns of numbers. Later columns of
 * other programs hold anything, so none of them is taken for a plan or an end.
 */
const ORDER_WITHOUT_HEADER: readonly CsvColumn[] = CLIENT_FIELD_NAMES.slice(1).filter(
  (name) => name !== 'plan' && name !== 'paidUntil',
);

const byContent = (header: Row, contents: readonly ColumnContent[]) => {
  const ids = idsByContent(header, contents);
  const others = ORDER_WITHOUT_HEADER[Symbol.iterator]();
  const columns = contents.map((content): CsvColumn => {
    if (content.index === ids.index) return 'messengerId';
    const isNumber = ids.candidates.includes(content.index) || (looksLikeIds(content) && numbersRecords(content));
    return isNumber ? 'ignore' : (others.next().value ?? 'ignore');
  });
  return { columns, unsure: unsureOf(ids, NONE, contents) };
};

const filledOf = (row: Row): number => row.filter((cell) => cell.trim() !== '').length;
const namedOf = (row: Row): number => new Set(row.map((cell) => columnNamedBy(cell)?.column).filter(Boolean)).size;

/** Returns whether a record looks like a header: it has known words, and no ids. */
const isHeader = (row: Row): boolean => namedOf(row) > 0 && !row.some((cell) => parseMessengerId(cell).ok);

/**
 * Returns the index of the header: the first record, or one below titles, which have fewer filled cells than the
 * header. Returns `undefined` if there is none.
 */
const headerAt = (rows: readonly Row[]): number | undefined => {
  const first = rows[0];
  if (first === undefined) return undefined;
  const lower = rows.slice(1, MAX_RECORDS_TO_HEADER).findIndex((row, index) => {
    const titles = rows.slice(0, index + 1);
    const isAboveLess = titles.every((title) => filledOf(title) * 2 <= filledOf(row) && namedOf(title) < namedOf(row));
    return namedOf(row) >= 2 && isHeader(row) && isAboveLess;
  });
  if (lower >= 0) return lower + 1;
  return isHeader(first) ? 0 : undefined;
};

/**
 * Guesses which record is the header, and what each column holds. A header has known English or Russian words, or no
 * number where the records below have one. The columns of ids and keys decide which client each line belongs to, so the
 * user chooses between several candidates.
 */
export const recogniseColumns = (rows: readonly Row[]): RecognisedColumns => {
  const contentsOf = (some: readonly Row[], width: number): ColumnContent[] =>
    Array.from({ length: width }, (_, index) => contentOf(some, index));
  const at = headerAt(rows);
  const header = at === undefined ? undefined : rows[at];
  if (at !== undefined && header !== undefined) {
    const below = rows.slice(at + 1);
    const guessed = byHeader(header, contentsOf(below, header.length), below.length > 0);
    return { above: at, hasHeader: true, ...guessed };
  }
  const width = Math.max(0, ...rows.map((row) => row.length));
  const [first = [], ...below] = rows;
  const contents = contentsOf(below.length > 0 ? below : rows, width);
  const guessed = byContent(below.length > 0 ? first : [], contents);
  const numbers = [guessed.columns.indexOf('messengerId'), ...guessed.unsure.messengerId, ...guessed.unsure.counting];
  const number = numbers.find((index) => index >= 0);
  const hasHeader = below.length > 0 && number !== undefined && !/\d/.test(first[number] ?? '');
  return { above: 0, hasHeader, ...(hasHeader ? guessed : byContent([], contentsOf(rows, width))) };
};
