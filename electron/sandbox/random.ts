/** A repeatable source of random numbers from 0 to 1: the same key gives the same sequence on every runtime. */
export type Random = () => number;

const finalize = (value: number): number => {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/** Scrambles 32-bit integers one to one: distinct inputs stay distinct but no longer look like a counter. */
export const scramble = (value: number): number => finalize(Math.imul(value, 0x9e3779b1) ^ 0x5bd1e995);

/** Returns a 32-bit hash of a text. */
export const hashText = (text: string): number => {
  let h = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
  return finalize(h);
};

/**
 * Creates a repeatable source of numbers from 0 (included) to 1: the same key always gives the same sequence
 * (mulberry32).
 */
export const createRandom = (key: string): Random => {
  let state = hashText(key);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Returns an integer from `low` to `high`, both included. */
export const between = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

export const pick = <T>(random: Random, items: readonly [T, ...T[]]): T =>
  items[Math.floor(random() * items.length)] ?? items[0];

// Letters and digits that are not easily confused, without the separators of a proxy line.
const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns a repeatable text of letters and digits. */
export const randomText = (random: Random, length: number): string => {
  let text = '';
  for (let index = 0; index < length; index += 1) text += READABLE[Math.floor(random() * READABLE.length)] ?? 'a';
  return text;
};

/** Creates a valid version 4 UUID from repeatable randomness. */
export const randomUuid = (random: Random): string => {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  hex[12] = '4';
  hex[16] = '89ab'[Math.floor(random() * 4)] ?? '8';
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
};
