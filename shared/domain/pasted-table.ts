import { parseMessengerId } from './client-identity.ts';

/** The limits of tables that reach the core through the page: characters of a pasted one, bytes of a dropped file. */
export const GIVEN_TABLE = { characters: 10_000_000, bytes: 20 * 1024 * 1024 } as const;

/** The number of lines that show whether a text is a table. */
const LINES = 20;
const SAMPLE = 100_000;

/**
 * Returns whether a text is a table of clients: several columns, or several lines with an id each. A sentence or a single
 * value is not, so that pasting one by accident does nothing.
 */
export const looksLikeTable = (text: string): boolean => {
  const lines = text
    .slice(0, SAMPLE)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES);
  if (lines.some((line) => line.trim().includes('\t'))) return true;
  if (lines.length < 2) return false;
  const hasColumns = [';', ','].some((sign) => lines.every((line) => line.includes(sign)));
  return hasColumns || lines.filter((line) => parseMessengerId(line).ok).length * 2 > lines.length;
};
