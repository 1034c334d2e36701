const zoneNow = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Changes this computer's time zone. Returns a function that restores the previous one, as `beforeEach` expects. */
export const setTimeZone = (name: string): (() => void) => {
  const before = process.env.TZ;
  const zoneBefore = zoneNow();
  process.env.TZ = name;
  return () => {
    // Node for Windows does not look for the computer's own zone again when the variable is deleted.
    process.env.TZ = before ?? zoneBefore;
    if (before === undefined) delete process.env.TZ;
  };
};
