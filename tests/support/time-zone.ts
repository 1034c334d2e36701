/** This computer's time zone from here on; what is returned brings the one before back, as `beforeEach` wants it. */
export const setTimeZone = (name: string): (() => void) => {
  const before = process.env.TZ;
  process.env.TZ = name;
  return () => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  };
};
