const TIME = /(?:^at|^asOf|^since|At|AsOf|End)$/;
const MONEY = /Kopecks$/;
// Also those that change the direction of a text, by which a name could exchange columns.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not reach a terminal.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

/** The same characters as far as JSON leaves them as they are, and those that change the direction of a text. */
const UNESCAPED = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** A text of a client or of the service must neither break a line nor command the terminal. */
export const oneLine = (text: string): string => text.replace(CONTROL, ' ');

/** Writes an answer as one line of JSON that is safe in a terminal, too. A program reads the same texts from it. */
export const jsonLine = (answer: unknown): string =>
  JSON.stringify(answer).replace(UNESCAPED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const cell = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && MONEY.test(name)) return (value / 100).toFixed(2);
  if (typeof value === 'number' && TIME.test(name)) return new Date(value).toISOString();
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return oneLine(value.join(', '));
  if (typeof value === 'object') return oneLine(JSON.stringify(value));
  return oneLine(String(value));
};

/** A column of kopecks is shown in roubles. */
const title = (name: string): string => (MONEY.test(name) ? name.replace(MONEY, 'Rub') : name);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Writes an answer as lines: the rows of a list with a tab between the columns, or a name and a value for each fact.
 * Amounts are in roubles, times in ISO 8601, UTC. `hasTitles` puts the names of the columns above, for a person.
 */
export const plainLines = (answer: unknown, hasTitles: boolean): string => {
  if (!isRecord(answer)) return oneLine(String(answer));
  const { rows } = answer;
  if (!Array.isArray(rows)) {
    return Object.entries(answer)
      .map(([name, value]) => `${title(name)}\t${cell(name, value)}`)
      .join('\n');
  }
  const first: unknown = rows[0];
  const names = isRecord(first) ? Object.keys(first) : [];
  const lines = rows.map((row: unknown) =>
    isRecord(row) ? names.map((name) => cell(name, row[name])).join('\t') : oneLine(String(row)),
  );
  return [...(hasTitles && names.length > 0 ? [names.map(title).join('\t')] : []), ...lines].join('\n');
};
