import { MASK } from '#shared/domain/proxy-line.ts';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const HIDDEN_END = `:${MASK}`;

/** How many characters both end with. */
const commonEnd = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one[one.length - 1 - count] === other[other.length - 1 - count]) count += 1;
  return count;
};

/**
 * Of masked lines that stand one below the other: how many characters of each reach to the end of what tells it from the
 * lines beside it, up to the end of that word; 0 where nothing does. Lines of one list often begin and end alike.
 */
export const ownParts = (lines: readonly string[]): number[] =>
  lines.map((line, at) => {
    const beside = [lines[at - 1] ?? line, lines[at + 1] ?? line].filter((other) => other !== line);
    if (beside.length === 0) return 0;
    const alike = beside.map((other) => commonEnd(line, other));
    // One that ends otherwise altogether is told by what the line begins with.
    const likely = alike.some((count) => count > 0) ? alike.filter((count) => count > 0) : alike;
    const shown = line.endsWith(HIDDEN_END) ? line.length - HIDDEN_END.length : line.length;
    let end = line.length - Math.min(...likely);
    while (end < shown && LETTER_OR_DIGIT.test(line[end] ?? '')) end += 1;
    return Math.min(end, shown);
  });
