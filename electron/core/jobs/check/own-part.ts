import { MASK } from '#shared/domain/proxy-line.ts';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const HIDDEN_END = `:${MASK}`;
/** The address and port with which the line of a dedicated proxy begins, before its login. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{2,45}\]):\d{1,5}(?=:)/i;

const addressOf = (line: string): string | undefined => ADDRESS.exec(line)?.[0];

/** Returns the number of characters at the end that both have in common. */
const commonEnd = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count += 1;
  return count;
};

/**
 * Returns for each masked line the number of characters up to the end of the part that distinguishes it from the lines
 * above and below, extended to the end of that word; 0 if nothing distinguishes it. Lines of one list often have the
 * same beginning and end. An address that the lines beside do not have is that part.
 */
export const ownParts = (lines: readonly string[]): number[] =>
  lines.map((line, at) => {
    const beside = [lines[at - 1] ?? line, lines[at + 1] ?? line].filter((other) => other !== line);
    if (beside.length === 0) return 0;
    const address = addressOf(line);
    if (address !== undefined && beside.every((other) => addressOf(other) !== address)) return address.length;
    const alike = beside.map((other) => commonEnd(line, other));
    // A neighbour with a completely different end is already distinguished by the line's beginning.
    const likely = alike.some((count) => count > 0) ? alike.filter((count) => count > 0) : alike;
    const shown = line.endsWith(HIDDEN_END) ? line.length - HIDDEN_END.length : line.length;
    let end = line.length - Math.min(...likely);
    while (end < shown && LETTER_OR_DIGIT.test(line[end] ?? '')) end += 1;
    return Math.min(end, shown);
  });
