/** The date of `at` (ms since the epoch, UTC) on this computer's calendar, as `YYYY-MM-DD`: for names of files. */
export const localDate = (at: number): string => {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
