/** No answer of this API is nested deeper than six levels; every walk below may rely on this one. */
const MAX_DEPTH = 64;
/** Values of one answer, lists and objects among them: a hundred thousand locations have fewer. */
const MAX_VALUES = 500_000;

/** Fields of one object; a whitelist may have its addresses for names. */
const MAX_FIELDS = 20_000;

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPENING_BRACKET = 91;
const OPENING_BRACE = 123;
const CLOSING_BRACKET = 93;
const CLOSING_BRACE = 125;
/** A list, an object or a text; anything else is no JSON at all, or one value. */
const HAS_PARTS = /^\s*[[{"]/;

export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json' }
  /** More values than any answer of this API has: reading them would take the memory of the whole app. */
  | { readonly kind: 'too-many' };

/**
 * Reads JSON from outside. What is nested deeper than 64 levels becomes `null`, and the rest is kept: a password is not
 * lost for what a service puts beside it. One pass over the text before it is parsed, so that neither depth nor number
 * of values can cost more than the text is long.
 */
export const readJson = (text: string): JsonReading => {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  const bounded = HAS_PARTS.test(json) ? withinDepth(json) : json;
  if (bounded === null) return { kind: 'too-many' };
  try {
    return { kind: 'json', value: JSON.parse(bounded) as unknown };
  } catch {
    return { kind: 'not-json' };
  }
};

/** The text with `null` in place of what is too deep; `null` when it holds too many values. */
const withinDepth = (json: string): string | null => {
  const parts: string[] = [];
  let kept = 0;
  let depth = 0;
  let values = 0;
  /** Of each object that is open, by its depth; a list has none. */
  const fields: (number | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(json, at + 1);
    else if (code === COMMA) {
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
  // What never closes is no JSON, and is refused as such.
  if (depth > MAX_DEPTH) return '';
  return parts.length === 0 ? json : parts.join('') + json.slice(kept);
};

/** The index of the quote that ends the string which begins at `from`, or of the end of the text. */
const closingQuote = (json: string, from: number): number => {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (at - 1 - backslashes >= from && json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
};
