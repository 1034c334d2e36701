import { z } from 'zod';
import { MAX_BALANCE_KOPECKS, MAX_PRICE_KOPECKS, parseRoubles } from '../domain/money.ts';

/**
 * Lenient readers of wire values, which accept the different spellings of a value. Each takes `unknown` and adds an
 * issue if the value cannot be read, so that a wrong answer is reported instead of guessed.
 */

const fromUnknown = <T>(expected: string, read: (value: unknown) => T | undefined) =>
  z
    .unknown()
    .optional()
    .transform((value, context): T => {
      const result = read(value);
      if (result !== undefined) return result;
      context.addIssue({ code: 'custom', message: `expected ${expected}` });
      return z.NEVER;
    });

/** The most characters of a number given as text: far more than any amount has, including surrounding blanks. */
const MAX_NUMBER = 100;
/** The most characters of a text. Links and passwords are shorter, so a longer text is not a field of this API. */
export const MAX_WIRE_TEXT = 10_000;
/** The most items of a list; the longest are the zip codes of a large country. */
const MAX_ITEMS = 100_000;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

const readNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_NUMBER || !NUMBER.test(value.trim())) return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
};

const readInt = (value: unknown): number | undefined => {
  const parsed = readNumber(value);
  return parsed !== undefined && Number.isSafeInteger(parsed) ? parsed : undefined;
};

const readText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.length > MAX_WIRE_TEXT ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

const TRUE_WORDS = new Set(['true', '1', 'yes', 'y', 'on']);
const FALSE_WORDS = new Set(['false', '0', 'no', 'n', 'off', '']);

/** Reads `true`, `1`, `"1"`, `"true"`… as true and their opposites as false; returns `undefined` for anything else. */
export const readBoolean = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string' || value.length > MAX_NUMBER) return undefined;
  const word = value.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : undefined;
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const orNull =
  <T>(read: (value: unknown) => T | undefined) =>
  (value: unknown): T | null | undefined =>
    value === undefined || value === null || value === '' ? null : read(value);

/** A number, or a number written as text. */
export const wireNumber = fromUnknown('a number', readNumber);
/** An exact whole number, or one written as text. */
export const wireInt = fromUnknown('a whole number', readInt);
/** A text, or a number or boolean in its place. */
export const wireText = fromUnknown('text', readText);

/** Like `wireNumber`, for a value that may also be absent, null or empty. */
export const wireNumberOrNull = fromUnknown('a number or nothing', orNull(readNumber));
export const wireIntOrNull = fromUnknown('a whole number or nothing', orNull(readInt));
export const wireTextOrNull = fromUnknown('text or nothing', orNull(readText));
export const wireBooleanOrNull = fromUnknown('a yes or no, or nothing', orNull(readBoolean));

/**
 * Roubles, converted to whole kopecks. An amount beyond `MAX_BALANCE_KOPECKS` gets the code `amount`, to distinguish it from
 * a value that is not a number.
 */
export const wireKopecks = wireNumber.transform((roubles, context): number => {
  const kopecks = parseRoubles(roubles);
  if (kopecks !== null && Math.abs(kopecks) <= MAX_BALANCE_KOPECKS) return kopecks;
  context.addIssue({ code: 'custom', message: 'an amount is out of range', params: { code: 'amount' } });
  return z.NEVER;
});
/**
 * Like `wireKopecks`, for a requested price. Nothing is sold for zero or less (code `price-not-positive`), or for more than
 * `MAX_PRICE_KOPECKS` (code `amount`).
 */
export const wirePrice = wireKopecks
  .refine((kopecks) => kopecks > 0, { error: 'a price has to be above zero', params: { code: 'price-not-positive' } })
  .refine((kopecks) => kopecks <= MAX_PRICE_KOPECKS, { error: 'a price is out of range', params: { code: 'amount' } });
/** Like `wireKopecks`, but an amount that is absent, null, empty or inexact counts as unknown. */
export const wireKopecksOrNull = wireNumberOrNull.transform((roubles) =>
  roubles === null ? null : parseRoubles(roubles),
);

/** A price that an answer mentions. If it is not a price, or not one that is possible, it counts as unknown. */
export const wirePriceOrNull = wireKopecksOrNull
  .transform((kopecks) => (kopecks !== null && kopecks > 0 && kopecks <= MAX_PRICE_KOPECKS ? kopecks : null))
  .catch(null);

/** Words that some languages write for a missing value. */
const NO_VALUE = new Set(['null', 'undefined', 'none', 'nil', 'nan', 'false', 'true', '0']);

/** Returns whether a text can identify one thing among others. */
export const isUsableId = (id: string): boolean => {
  const word = id.trim().toLowerCase();
  return word !== '' && !NO_VALUE.has(word) && !/^[0-]+$/.test(word);
};

/** A text, or a number, that identifies one thing among others. */
export const wireId = wireText.refine(isUsableId, { error: 'expected an id' });

/** Accepts an object with at least one of the keys, whatever their values. */
export const wireObjectWithAny = (...keys: readonly string[]) =>
  z.unknown().refine((value) => isRecord(value) && keys.some((key) => Object.hasOwn(value, key)), {
    error: `expected an object with ${keys.join(' or ')}`,
  });

/** Returns the items of a list, or of the object that some languages write instead of one (`{"0": …}`). */
const listOf = (value: unknown): unknown => (isRecord(value) ? Object.values(value) : value);

/**
 * Checks each item against its schema, up to the first that does not fit. Reporting every item of an unreadable list
 * would double its cost.
 */
const items = <Item extends z.ZodType>(item: Item, max: number) =>
  z.unknown().transform((list, context): z.output<Item>[] => {
    const refuse = (message: string, path: readonly PropertyKey[] = []): never => {
      context.addIssue({ code: 'custom', message, path: [...path] });
      return z.NEVER;
    };
    if (!Array.isArray(list)) return refuse('expected a list');
    if (list.length > max) return refuse(`expected at most ${max} items`);
    const read: z.output<Item>[] = [];
    for (const [index, value] of list.entries()) {
      const parsed = item.safeParse(value);
      if (!parsed.success) {
        const [first] = parsed.error.issues;
        return refuse(first?.message ?? 'not readable', [index, ...(first?.path ?? [])]);
      }
      read.push(parsed.data);
    }
    return read;
  });

/** A list of at most `max` items. `null` counts as an empty list; an absent value does not. */
export const wireArray = <Item extends z.ZodType>(item: Item, max = MAX_ITEMS) =>
  z.preprocess((value) => (value === null ? [] : listOf(value)), items(item, max));

/** Like `wireArray`, but an absent value also counts as an empty list. */
export const wireArrayOrEmpty = <Item extends z.ZodType>(item: Item, max = MAX_ITEMS) =>
  z.preprocess((value) => (value === undefined || value === null ? [] : listOf(value)), items(item, max));
