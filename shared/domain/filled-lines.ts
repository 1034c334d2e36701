/** A line of a text that is more than blanks. */
export interface FilledLine {
  /** The number of the line in the text, from 1. */
  readonly line: number;
  readonly text: string;
}

const [LF, CR] = [10, 13];

/**
 * Yields the lines of a text that are not blank. A text may be a file of the greatest size that consists of line ends, so
 * nothing is stored for a line before it is asked for.
 */
export function* filledLines(text: string): Generator<FilledLine> {
  let line = 1;
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (at < text.length && code !== LF && code !== CR) continue;
    const found = at === from ? '' : text.slice(from, at);
    if (found !== '' && found.trim() !== '') yield { line, text: found };
    if (code === CR && text.charCodeAt(at + 1) === LF) at += 1;
    from = at + 1;
    line += 1;
  }
}

/** Counts the lines that are not blank. */
export const countFilledLines = (text: string): number => {
  let count = 0;
  for (const _ of filledLines(text)) count += 1;
  return count;
};
