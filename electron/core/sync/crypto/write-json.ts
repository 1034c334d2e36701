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
