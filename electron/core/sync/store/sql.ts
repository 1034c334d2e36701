import { storeError } from './store-error.ts';

/*
 * Statements are sent as they are, without being prepared, so that several of them in one message are one transaction
 * and one round trip, behind a pooler too. Values therefore become part of the text, and only kinds of values that can
 * be written safely are accepted.
 */

/** A statement with its values in it. */
export interface PostgresSql {
  readonly text: string;
}

type Value = number | Uint8Array | string | PostgresSql;

/**
 * Builds a statement. Its values are numbers, bytes, other statements, and words without a character that means
 * anything to SQL, such as names of our own and UUIDs.
 */
export const postgresSql = (texts: TemplateStringsArray, ...values: readonly Value[]): PostgresSql => ({
  text: texts.map((text, at) => (at === 0 ? text : written(values[at - 1]) + text)).join(''),
});

const written = (value: Value | undefined): string => {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && /^[\w:-]{0,100}$/.test(value)) return `'${value}'`;
  if (value instanceof Uint8Array) return `decode('${asBuffer(value).toString('base64')}', 'base64')`;
  if (typeof value === 'object' && 'text' in value) return value.text;
  throw new Error('This value cannot be bound to a statement of SQL.');
};

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** One row of an answer. Every value comes as text. */
export type Row = readonly (string | null)[];

/** Reads a whole number from 0 on that JavaScript holds exactly. */
export const asInteger = (value: string | null | undefined): number => {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw storeError('store-answer');
  return number;
};

/**
 * Reads bytes that were sent as `encode(…, 'base64')`. PostgreSQL writes a line feed after every 76 characters of it.
 */
export const asBytes = (value: string | null | undefined, maxBytes: number): Uint8Array => {
  if (typeof value !== 'string' || value.length > maxBytes * 1.4 + 4) throw storeError('store-answer');
  const plain = value.replaceAll('\n', '');
  const bytes = Buffer.from(plain, 'base64');
  // Node skips characters that are not base64. If the bytes are written the same way again, everything was read.
  if (bytes.length > maxBytes || bytes.toString('base64') !== plain) throw storeError('store-answer');
  return bytes;
};

export const asUuid = (value: string | null | undefined): string => {
  if (typeof value !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) {
    throw storeError('store-answer');
  }
  return value;
};
