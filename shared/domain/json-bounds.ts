const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

interface Bounds {
  /** The number of values and names. Each element of a list and each entry of an object counts. */
  readonly count: number;
  readonly depth: number;
}

/**
 * Returns whether parsing this JSON (a text, or UTF-8) makes at most `count` values, nested at most `depth` levels deep.
 * Takes linear time and allocates nothing.
 */
export const isWithinJsonBounds = (json: Uint8Array | string, { count, depth }: Bounds): boolean => {
  const codeAt = (at: number): number | undefined => (typeof json === 'string' ? json.charCodeAt(at) : json[at]);
  let values = 1;
  let level = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = codeAt(at);
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
