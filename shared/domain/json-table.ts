import { isWithinJsonBounds } from './json-bounds.ts';
import { MAX_TABLE_CELLS } from './table-size.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The most levels of lists and objects that are searched for rows. */
const MAX_DEPTH = 8;
/** The most columns; a table with more cannot be assigned. */
const MAX_COLUMNS = 200;
/** More values than a file of the greatest size with clients has, and deeper than any panel nests. */
const BOUNDS = { count: 6_000_000, depth: 64 };
/** Longer texts are parts of a configuration and no cells. */
const MAX_CELL = 10_000;

/**
 * Keys of connection data. Their values let anybody use what a client paid for, and no field of a client needs them.
 */
const SECRET_KEY = /password|passwd|secret|token|url|link|uuid|^sub_?id$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Keys by which panels name the owner of a subscription, the most telling ones first. */
const OWNER_KEYS = [
  ['tgid', 'telegramid', 'tg', 'messengerid'],
  ['username', 'email', 'clientkey', 'ip', 'host'],
] as const;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a value as a cell; `null` if it is a list, an object, a key to a connection or too long for a cell. */
const cellOf = (key: string, value: unknown): string | null => {
  if (value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = String(value);
  return SECRET_KEY.test(key) || text.length > MAX_CELL || UUID.test(text) ? null : text;
};

/** Returns whether JSON can be parsed without filling the memory or keeping the app busy for long. */
export const isReadableJson = (json: string): boolean => isWithinJsonBounds(json, BOUNDS);

/** Panels keep lists as JSON within a text, for example the settings of an inbound. */
const innerJson = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || !isReadableJson(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/**
 * Collects the objects of each list by the path that leads to it without positions, so that the clients of several
 * inbounds form one list.
 */
const collect = (value: unknown, path: string, depth: number, lists: Map<string, JsonObject[]>): void => {
  if (depth > MAX_DEPTH) return;
  const inner = innerJson(value);
  if (Array.isArray(inner)) {
    const rows = inner.filter(isObject);
    const known = lists.get(path) ?? [];
    if (rows.length > 0) lists.set(path, known);
    for (const row of rows) known.push(row);
    for (const row of rows) collect(row, path, depth + 1, lists);
  } else if (isObject(inner)) {
    for (const [key, part] of Object.entries(inner)) collect(part, `${path}/${key}`, depth + 1, lists);
  }
};

/** Returns how well the rows name their owners: 0 is best. */
const ownerRank = (rows: readonly JsonObject[]): number => {
  const keys = new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row).map((key) => key.toLowerCase())));
  const plain = new Set([...keys].map((key) => key.replace(/[_-]/g, '')));
  const rank = OWNER_KEYS.findIndex((some) => some.some((key) => plain.has(key)));
  return rank < 0 ? OWNER_KEYS.length : rank;
};

/**
 * Returns the list in a JSON file as rows of cells, with the keys in the first row; `null` if there is no list of objects,
 * and `too-big` if the table has too many cells. If there are several lists, it takes the one that names owners of subscriptions,
 * then the longest. The exports of Marzban, 3x-ui and Remnawave contain such a list. Passwords, links and keys of connections are
 * left out, as are values that are lists or objects themselves.
 */
export const tableOfJson = (value: unknown): readonly (readonly string[])[] | 'too-big' | null => {
  const lists = new Map<string, JsonObject[]>();
  collect(value, '', 0, lists);
  const [rows] = [...lists.values()].toSorted(
    (one, other) => ownerRank(one) - ownerRank(other) || other.length - one.length,
  );
  if (rows === undefined) return null;
  const columns = new Set<string>();
  for (const row of rows) {
    for (const [key, part] of Object.entries(row)) {
      if (columns.size < MAX_COLUMNS && cellOf(key, part) !== null) columns.add(key);
    }
  }
  const keys = [...columns];
  if (keys.length === 0) return null;
  if (keys.length * rows.length > MAX_TABLE_CELLS) return 'too-big';
  return [keys, ...rows.map((row) => keys.map((key) => cellOf(key, row[key] ?? null) ?? ''))];
};
