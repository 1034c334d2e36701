/** Converts values of types that SQLite does not have, chosen by the suffix of the column's name. */
const READERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  flag: (value) => value === 1,
  json: (value) => (typeof value === 'string' ? JSON.parse(value) : null),
};

interface Column {
  readonly name: string;
}

const asItIs = <T>(value: T): T => value;

const inCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Creates a reader for the rows of a statement with these columns: `client_id` becomes `clientId`, `x AS "isPaid:flag"`
 * a boolean, and `x AS "order:json"` the parsed value; null stays null.
 */
export const createRowReader = (columns: readonly Column[]): ((row: object) => object) => {
  const fields = columns.map(({ name }) => {
    const [own = '', kind = ''] = name.split(':');
    return { name, key: inCamelCase(own), read: READERS[kind] ?? asItIs };
  });
  if (fields.every(({ name, key }) => name === key)) return asItIs;
  return (row) => {
    const values = row as Readonly<Record<string, unknown>>;
    const found: Record<string, unknown> = {};
    for (const { name, key, read } of fields) found[key] = read(values[name]);
    return found;
  };
};
