import { CLIENT_DETAILS, type ClientTextName, clientText, forClientTexts } from './client-fields.ts';
import { parseMessengerId } from './client-identity.ts';

export type ClientFieldName = 'messengerId' | 'clientKey' | 'tags' | ClientTextName;
/** What a file may say of the client's money (sale-cells.ts). */
export const MONEY_COLUMNS = ['debt', 'prices'] as const;
type MoneyColumn = (typeof MONEY_COLUMNS)[number];
export type CsvColumn = ClientFieldName | MoneyColumn | 'ignore';

/** In the order of our own files. */
export const CLIENT_FIELD_NAMES: readonly ClientFieldName[] = ['messengerId', 'clientKey', ...CLIENT_DETAILS];
/** What a column of a file can hold. */
export const CSV_COLUMNS: readonly CsvColumn[] = [...CLIENT_FIELD_NAMES, ...MONEY_COLUMNS, 'ignore'];

/** Headers other programs write, without spaces, signs and letter case. */
const SYNONYMS: Readonly<Record<ClientFieldName | MoneyColumn, readonly string[]>> = {
  messengerId: [
    ...['messengerid', 'messenger', 'telegramid', 'tgid', 'telegram', 'tg', 'chatid', 'userid', 'uid', 'id'],
    ...['idмессенджера', 'idвмессенджере', 'мессенджер', 'телеграм', 'телеграмм', 'idтелеграм', 'idтелеграма'],
    ...['телеграмid', 'тгid', 'idтг', 'тг', 'идентификатор', 'ид', 'айди', 'idпользователя', 'idчата'],
  ],
  clientKey: [
    ...['clientkey', 'key', 'login', 'username', 'account', 'clientid', 'externalid'],
    ...['ключклиента', 'ключ', 'логин', 'аккаунт', 'idклиента', 'кодклиента', 'код'],
  ],
  tags: [
    'tags',
    'tag',
    'labels',
    'label',
    'group',
    'groups',
    'метки',
    'метка',
    'теги',
    'тег',
    'тэги',
    'группа',
    'группы',
  ],
  ...forClientTexts((name) => clientText(name).headers),
  debt: ['debt', 'owes', 'balancedue', 'долг', 'должен', 'задолженность'],
  prices: ['prices', 'ownprices', 'цены', 'своицены'],
};

const BY_HEADER: ReadonlyMap<string, CsvColumn> = new Map(
  (Object.keys(SYNONYMS) as (keyof typeof SYNONYMS)[]).flatMap((column) =>
    SYNONYMS[column].map((name) => [name, column] as const),
  ),
);

const normaliseHeader = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** What a header names, or `ignore`. */
const columnOf = (cell: string): CsvColumn => BY_HEADER.get(normaliseHeader(cell)) ?? 'ignore';

/** A field can be in one column only: the first one keeps it. */
const withoutRepeats = (columns: readonly CsvColumn[]): CsvColumn[] =>
  columns.map((column, index) => (columns.indexOf(column) === index ? column : 'ignore'));

/** Without a header the columns are taken in the order of our own files, except for the one that looks like ids. */
const ORDER_WITHOUT_HEADER: readonly CsvColumn[] = CLIENT_FIELD_NAMES.slice(1);

/** More than half of the column are ids. */
const looksLikeIds = (rows: readonly (readonly string[])[], index: number): boolean =>
  rows.length > 0 && rows.filter((row) => parseMessengerId(row[index] ?? '').ok).length * 2 > rows.length;

/** A header whose words for the ids are not known: they are where the numbers are. */
const withIds = (columns: readonly CsvColumn[], rows: readonly (readonly string[])[]): CsvColumn[] => {
  if (columns.includes('messengerId')) return [...columns];
  const ids = columns.findIndex((column, index) => column === 'ignore' && looksLikeIds(rows, index));
  return columns.map((column, index) => (index === ids ? 'messengerId' : column));
};

const guessByContent = (width: number, rows: readonly (readonly string[])[]): CsvColumn[] => {
  const ids = Array.from({ length: width }, (_, index) => index).find((index) => looksLikeIds(rows, index));
  const others = ORDER_WITHOUT_HEADER[Symbol.iterator]();
  return Array.from({ length: width }, (_, index) =>
    index === ids ? 'messengerId' : (others.next().value ?? 'ignore'),
  );
};

/**
 * Whether the first record is a header, and what each column holds. A header is known by its words, in English or
 * Russian, or by having no number where the records below have one.
 */
export const recogniseColumns = (
  first: readonly string[],
  below: readonly (readonly string[])[],
): { readonly hasHeader: boolean; readonly columns: CsvColumn[] } => {
  const named = withoutRepeats(first.map(columnOf));
  if (named.some((column) => column !== 'ignore') && !first.some((cell) => parseMessengerId(cell).ok)) {
    return { hasHeader: true, columns: withIds(named, below) };
  }
  const width = Math.max(first.length, ...below.map((row) => row.length));
  const guessed = guessByContent(width, below.length > 0 ? below : [first]);
  const ids = guessed.indexOf('messengerId');
  const hasHeader = below.length > 0 && ids >= 0 && !/\d/.test(first[ids] ?? '');
  return { hasHeader, columns: guessed };
};

/** Why the columns cannot be imported yet; empty when they can. */
export const columnProblems = (columns: readonly CsvColumn[]): readonly ('no-id' | 'no-key' | 'repeated')[] => {
  const used = columns.filter((column) => column !== 'ignore');
  return [
    ...(used.includes('messengerId') ? [] : (['no-id'] as const)),
    ...(used.includes('clientKey') ? [] : (['no-key'] as const)),
    ...(new Set(used).size === used.length ? [] : (['repeated'] as const)),
  ];
};
