export type SqlValue = string | number | null | Uint8Array;

/** A row of a table. */
export interface RowOf {
  readonly table: string;
  readonly id: number;
}

/** A statement, or a part of one, with the values of its question marks. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** Given if the statement writes only this row, and rows that belong to it. */
  readonly row?: RowOf;
}

type Part = SqlValue | boolean | Sql;

const isSql = (part: Part): part is Sql => typeof part === 'object' && part !== null && !(part instanceof Uint8Array);

/** The texts of statements without parts are cached: rows are written by the thousand, always with the same text. */
const known = new WeakMap<TemplateStringsArray, string>();

const textOf = (texts: TemplateStringsArray): string => {
  const text = known.get(texts) ?? texts.join('?');
  known.set(texts, text);
  return text;
};

/**
 * Builds SQL with its values written where they are used. A value is bound and never becomes part of the text; another
 * `sql` is inserted as it is. SQLite has no booleans: they become 1 and 0.
 */
export const sql = (texts: TemplateStringsArray, ...parts: readonly Part[]): Sql => {
  const values = parts.flatMap((part) => (isSql(part) ? part.values : typeof part === 'boolean' ? Number(part) : part));
  if (!parts.some(isSql)) return { text: textOf(texts), values };
  const text = texts.map((before, at) => before + markOf(parts[at])).join('');
  return { text, values };
};

const markOf = (part: Part | undefined): string => (part === undefined ? '' : isSql(part) ? part.text : '?');

/** Turns a text of the code, such as the name of a table, into SQL. It must never come from outside. */
export const plain = (text: string): Sql => ({ text, values: [] });

/**
 * States that a statement writes only this row of a table, and rows of other tables that belong to it. The event that
 * follows then names the row; otherwise it says that any may have changed (desk/table-events.ts).
 */
export const ofRow = (table: string, id: number, { text, values }: Sql): Sql => ({ text, values, row: { table, id } });

/** Serialises a structure for storage; `null` and `undefined` become `null`. */
export const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** Returns the list that follows `IN`. */
export const among = (values: Iterable<string | number>): Sql =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...values])}))`;

/** Joins parts of a statement with a text between them. */
export const joined = (parts: readonly Sql[], between: string): Sql => ({
  text: parts.map(({ text }) => text).join(between),
  values: parts.flatMap(({ values }) => values),
});

/** Joins conditions with `AND`. */
export const every = (conditions: readonly Sql[]): Sql => joined(conditions, ' AND ');

/** Returns ` AND ` with the condition, or empty SQL if there is none. */
export const also = (condition: Sql | null): Sql => (condition === null ? sql`` : sql` AND ${condition}`);
