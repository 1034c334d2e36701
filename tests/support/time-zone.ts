/** Changes this computer's time zone. Returns a function that restores the previous one, as `beforeEach` expects. */
export const setTimeZone = (name: string): (() => void) => {
  const before = process.env.TZ;
  process.env.TZ = name;
  return () => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  };
};
