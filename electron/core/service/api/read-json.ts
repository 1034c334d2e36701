/** Answers of this API have at most six levels. All code that walks over an answer may rely on this limit. */
const MAX_DEPTH = 64;
/** Values of one answer, including lists and objects; a hundred thousand locations have fewer. */
const MAX_VALUES = 500_000;

/** Fields of one object. A whitelist may use its addresses as names. */
const MAX_FIELDS = 20_000;

/** Consecutive digits. Longer numbers take disproportionately long to parse, and no amount has that many. */
const MAX_DIGITS = 1_000;

/** Characters of a string that are read one by one before the engine searches for the next quote. */
const NEAR = 4096;

/** The digits of the smallest whole number that a double may not represent. */
const UNSAFE_DIGITS = 16;

const ZERO = 48;
const NINE = 57;
const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPENING_BRACKET = 91;
const OPENING_BRACE = 123;
const CLOSING_BRACKET = 93;
const CLOSING_BRACE = 125;
/** Characters with a meaning outside of strings, by code. All others are skipped quickly. */
const MEANS = new Uint8Array(128);
for (const character of '"0123456789,[]{}') MEANS[character.charCodeAt(0)] = 1;

/** A list, an object or a string. Anything else is a single value or not JSON. */
const HAS_PARTS = /^\s*[[{"]/;

type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json' }
  /** More values or longer numbers than any answer of this API has; reading them would block the whole app. */
  | { readonly kind: 'too-many' };

/**
 * Reads JSON from outside. A whole number that a double cannot represent becomes a string of its digits, so that an id
 * stays exact. Values nested deeper than 64 levels become `null` and the rest is kept, so that a password is not lost
 * because of other data beside it. One pass over the text precedes the parser, so that neither depth nor the number of
 * values can cost more than the text's length.
 */
export const readJson = (text: string): JsonReading => {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (!HAS_PARTS.test(json) && json.length > MAX_DIGITS) return { kind: 'not-json' };
  const bounded = withinDepth(json);
  if (bounded === null) return { kind: 'too-many' };
  try {
    return { kind: 'json', value: JSON.parse(bounded) as unknown };
  } catch {
    return { kind: 'not-json' };
  }
};

/**
 * Returns the text with `null` in place of values that are too deep; `null` if it has too many values or a number is
 * too long.
 */
const withinDepth = (json: string): string | null => {
  const parts: string[] = [];
  let kept = 0;
  let depth = 0;
  let values = 0;
  /** The number of fields of each open object by depth; `null` for a list. */
  const fields: (number | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code > 127 || MEANS[code] === 0) continue;
    if (code === QUOTE) at = closingQuote(json, at + 1);
    else if (code >= ZERO && code <= NINE) {
      const end = endOfDigits(json, at);
      if (end - at > MAX_DIGITS) return null;
      if (end - at >= UNSAFE_DIGITS && depth <= MAX_DEPTH && isInexact(json, at, end)) {
        const from = json[at - 1] === '-' ? at - 1 : at;
        parts.push(json.slice(kept, from), `"${json.slice(from, end)}"`);
        kept = end;
      }
      at = end - 1;
    } else if (code === COMMA) {
      if (depth > MAX_DEPTH) continue;
      values += 1;
      const before = fields[depth] ?? null;
      if (before !== null) fields[depth] = before + 1;
      if (values > MAX_VALUES || (before ?? 0) > MAX_FIELDS) return null;
    } else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      depth += 1;
      if (depth <= MAX_DEPTH) fields[depth] = code === OPENING_BRACE ? 0 : null;
      if (depth === MAX_DEPTH + 1) parts.push(json.slice(kept, at), 'null');
      if (depth <= MAX_DEPTH) values += 1;
      if (values > MAX_VALUES) return null;
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) {
      if (depth === MAX_DEPTH + 1) kept = at + 1;
      depth -= 1;
    }
  }
  // A text whose brackets never close is not JSON.
  if (depth > MAX_DEPTH) return '';
  return parts.length === 0 ? json : parts.join('') + json.slice(kept);
};

/** Returns whether these digits are a whole number that changes when read as a double. */
const isInexact = (json: string, from: number, end: number): boolean =>
  /[[{:,\s-]/.test(json[from - 1] ?? '') &&
  !/[.e]/i.test(json[end] ?? '') &&
  !/e/i.test(json[from - 2] ?? '') &&
  String(Number(json.slice(from, end))) !== json.slice(from, end);

const endOfDigits = (json: string, from: number): number => {
  let at = from;
  for (let code = json.charCodeAt(at); code >= ZERO && code <= NINE; code = json.charCodeAt(at)) at += 1;
  return at;
};

/**
 * Returns the index of the quote that ends the string starting at `from`, or the end of the text. Most strings are
 * short and are read here. After `NEAR` characters the engine searches: it is ten times faster for plain text, but much
 * slower if nearly every quote is escaped.
 */
const closingQuote = (json: string, from: number): number => {
  let at = from;
  while (at < json.length) {
    for (const near = Math.min(at + NEAR, json.length); at < near; at += 1) {
      const code = json.charCodeAt(at);
      if (code === QUOTE) return at;
      if (code === BACKSLASH) at += 1;
    }
    const quote = json.indexOf('"', at);
    if (quote === -1) break;
    if (!isEscaped(json, at, quote)) return quote;
    at = quote + 1;
  }
  return json.length;
};

/** Returns whether the character at `at` is escaped in a string whose character at `from` is not. */
const isEscaped = (json: string, from: number, at: number): boolean => {
  let first = at;
  while (first > from && json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
};
