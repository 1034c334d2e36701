const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

interface Bounds {
  /** The number of values and names. Each element of a list and each entry of an object counts. */
  readonly count: number;
  readonly depth: number;
}

/**
 * Returns whether parsing this JSON (UTF-8) makes at most `count` values, nested at most `depth` levels deep. Takes
 * linear time and allocates nothing.
 */
export const isWithinJsonBounds = (json: Uint8Array, { count, depth }: Bounds): boolean => {
  let values = 1;
  let level = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA || byte === COLON) values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      level += 1;
      if (level > depth) return false;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1;
    if (values > count) return false;
  }
  return true;
};

/** Writes JSON for values of any depth. `JSON.stringify` uses the stack, and fails at some thousands of levels. */
const writeDeep = (value: unknown): string => {
  const written: string[] = [];
  /**
   * The pieces still to be written, the next one last. A text is written as it is; a value is wrapped in a list of one.
   */
  const left: (string | readonly [unknown])[] = [[value]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') {
      written.push(next);
      continue;
    }
    const [one] = next;
    if (typeof one !== 'object' || one === null) {
      written.push(JSON.stringify(one) ?? 'null');
      continue;
    }
    const isList = Array.isArray(one);
    const inside: (string | readonly [unknown])[] = [];
    for (const [name, item] of Object.entries(one)) {
      if (!isList && item === undefined) continue;
      if (inside.length > 0) inside.push(',');
      if (!isList) inside.push(`${JSON.stringify(name)}:`);
      inside.push([item]);
    }
    left.push(isList ? ']' : '}');
    for (const item of inside.reverse()) left.push(item);
    left.push(isList ? '[' : '{');
  }
  return written.join('');
};

/** Returns the JSON of a value, however deeply it is nested. */
export const writeJson = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return writeDeep(value);
  }
};
