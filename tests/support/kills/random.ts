/** Returns a function that returns random numbers from 0 (included) to 1 (excluded). The same seed repeats them. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0 || 1;
  return (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
};
