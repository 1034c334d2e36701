const MULTIPLIER_A = 2_654_435_761;
const MULTIPLIER_B = 1_597_334_677;

/** Returns a hash of 53 bits, never 0. Among a million lines the chance of one false duplicate is about 1 in 18,000. */
const hashOf = (line: string): number => {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    a = Math.imul(a ^ code, MULTIPLIER_A);
    b = Math.imul(b ^ code, MULTIPLIER_B);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (b & 0x1fffff) + (a >>> 0) + 1;
};

/**
 * Creates a counter of repeated lines. Its table takes 8 bytes per slot and is at most half full, whatever the length
 * of the lines.
 */
export const createDuplicateCounter = () => {
  let slots = new Float64Array(4_096);
  let used = 0;

  /** Returns false if the hash is already there. */
  const insert = (hash: number): boolean => {
    let at = hash % slots.length;
    for (let found = slots[at]; found !== 0; found = slots[at]) {
      if (found === hash) return false;
      at = (at + 1) % slots.length;
    }
    slots[at] = hash;
    used += 1;
    return true;
  };

  const grow = () => {
    const before = slots;
    slots = new Float64Array(before.length * 2);
    used = 0;
    for (const hash of before) if (hash !== 0) insert(hash);
  };

  return {
    /** Adds lines and returns how many of them occurred before. */
    add: (lines: readonly string[]): number => {
      let duplicates = 0;
      for (const line of lines) {
        if (used * 2 >= slots.length) grow();
        if (!insert(hashOf(line))) duplicates += 1;
      }
      return duplicates;
    },
  };
};
