import { storeError } from './store-error.ts';

/*
 * Statements are sent as they are, not prepared: several of them in one message are one transaction and one way to the
 * server and back, behind a pooler too. So values become part of the text; only kinds that can be written safely do.
 */

/** A statement with its values in it. */
export interface PostgresSql {
  readonly text: string;
}

type Value = number | Uint8Array | string | PostgresSql;

/** Numbers, bytes, and words without a character that means anything to SQL: names of ours, UUIDs. */
export const postgresSql = (texts: TemplateStringsArray, ...values: readonly Value[]): PostgresSql => ({
  text: texts.map((text, at) => (at === 0 ? text : written(values[at - 1]) + text)).join(''),
});

const written = (value: Value | undefined): string => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && /^[\w:-]{0,100}$/.test(value)) return `'${value}'`;
  if (value instanceof Uint8Array) return `decode('${asBuffer(value).toString('base64')}', 'base64')`;
  if (typeof value === 'object' && 'text' in value) return value.text;
  throw new Error('A value that cannot be written into a statement.');
};

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** One row of an answer: everything comes as text. */
export type Row = readonly (string | null)[];

/** A whole number from 0 on that a JavaScript number holds. */
export const asInteger = (value: string | null | undefined): number => {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw storeError('place-answer');
  return number;
};

/** What was sent as `encode(…, 'base64')`, which PostgreSQL writes with a line feed after 76 characters. */
export const asBytes = (value: string | null | undefined, maxBytes: number): Uint8Array => {
  if (typeof value !== 'string' || value.length > maxBytes * 1.4 + 4) throw storeError('place-answer');
  const plain = value.replaceAll('\n', '');
  const bytes = Buffer.from(plain, 'base64');
  // Node passes over what is no base64: only what is written the same way again has been read whole.
  if (bytes.length > maxBytes || bytes.toString('base64') !== plain) throw storeError('place-answer');
  return bytes;
};

export const asUuid = (value: string | null | undefined): string => {
  if (typeof value !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) {
    throw storeError('place-answer');
  }
  return value;
};
