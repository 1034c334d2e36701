const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** Parses a time like `22:30` into minutes since midnight; returns `null` for any other text. */
export const parseTimeOfDay = (text: string): number | null => {
  const [, hours, minutes] = TIME.exec(text.trim()) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
};

interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns whether a moment lies in the quiet hours: from `from` on and before `to`, across midnight if `to` is the
 * earlier one. If both times are equal or one is unreadable, there are no quiet hours. `minute` is wall-clock time, in
 * minutes since midnight.
 */
export const isQuiet = (minute: number, { from, to }: QuietHours): boolean => {
  const [start, end] = [parseTimeOfDay(from), parseTimeOfDay(to)];
  if (start === null || end === null || start === end) return false;
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
};

/** Returns the minutes since midnight on this computer's clock at the moment `at` (ms since the epoch, UTC). */
export const localMinute = (at: number): number => {
  const date = new Date(at);
  return date.getHours() * 60 + date.getMinutes();
};
