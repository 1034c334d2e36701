/**
 * The most characters of a quoted field. It is far above any limit of the app, so a longer field means a quote that was
 * never closed.
 */
const MAX_QUOTED = 20_000;
const QUOTE = '"';
const LINE_END = /[\r\n]/;

export interface CsvRecord {
  /** The line of the file, from 1, where the record begins; quoted fields may span several lines. */
  readonly line: number;
  readonly fields: readonly string[];
  /**
   * The record contains a quote that is never closed. Its fields are those of this one line, with the quote read as
   * plain text.
   */
  readonly unclosedQuote: boolean;
}

interface Scanned {
  readonly fields: readonly string[];
  readonly next: number;
  readonly lines: number;
}

/** `more` requests more text; `unclosed` means that a quote is never closed. */
type Scan = Scanned | 'more' | 'unclosed';

/**
 * Reads CSV (RFC 4180, with the deviations of real files: any mix of line ends, quotes inside plain fields, a missing
 * last line end) in pieces, so that a file of any size is read without a pause. Empty lines are skipped. An unclosed
 * quote spoils one line, not the rest of the file.
 */
export class CsvReader {
  private readonly delimiter: string;
  private rest = '';
  private line = 1;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  /** The number of characters waiting for the end of their record. */
  get pending(): number {
    return this.rest.length;
  }

  /** Adds `text` and returns the records that are complete by now; `last` marks the end of the file. */
  push(text: string, last: boolean): CsvRecord[] {
    const input = this.rest + text;
    // No record ends in this piece. Scanning a long record again for each piece would take quadratic time.
    if (!last && !LINE_END.test(text)) {
      this.rest = input;
      return [];
    }
    const records: CsvRecord[] = [];
    let at = 0;
    while (at < input.length) {
      const record = this.record(input, at, last);
      if (record === undefined) break;
      at = record.next;
      if (record.fields.length > 1 || record.fields[0] !== '') {
        records.push({ line: this.line, fields: record.fields, unclosedQuote: record.unclosed });
      }
      this.line += record.lines;
    }
    this.rest = input.slice(at);
    return records;
  }

  private record(input: string, from: number, last: boolean): (Scanned & { readonly unclosed: boolean }) | undefined {
    const scan = this.scan(input, from, last, true);
    if (scan === 'more') return undefined;
    if (scan !== 'unclosed') return { ...scan, unclosed: false };
    const plain = this.scan(input, from, last, false);
    return plain === 'more' || plain === 'unclosed' ? undefined : { ...plain, unclosed: true };
  }

  private scan(input: string, from: number, last: boolean, quotes: boolean): Scan {
    const fields: string[] = [];
    let at = from;
    let lines = 1;
    for (;;) {
      let value = '';
      if (quotes && input[at] === QUOTE) {
        const closing = closingQuote(input, at + 1);
        if (closing < 0) {
          return last || input.length - at > MAX_QUOTED ? 'unclosed' : 'more';
        }
        if (closing - at > MAX_QUOTED) return 'unclosed';
        // Only the next character tells whether this quote closes the field or is the first of a doubled quote.
        if (closing === input.length - 1 && !last) return 'more';
        value = input.slice(at + 1, closing).replaceAll('""', QUOTE);
        lines += countLineEnds(value);
        at = closing + 1;
      }
      const end = this.fieldEnd(input, at);
      if (end === input.length && !last) return 'more';
      fields.push(value + input.slice(at, end));
      if (input[end] === this.delimiter) {
        at = end + 1;
        continue;
      }
      // This CR may be the first half of CRLF.
      if (input[end] === '\r' && end === input.length - 1 && !last) return 'more';
      const lineEnd = input[end] === '\r' && input[end + 1] === '\n' ? 2 : 1;
      return { fields, next: Math.min(input.length, end + lineEnd), lines };
    }
  }

  private fieldEnd(input: string, from: number): number {
    for (let at = from; at < input.length; at += 1) {
      const char = input[at];
      if (char === this.delimiter || char === '\n' || char === '\r') return at;
    }
    return input.length;
  }
}

/**
 * Returns the position of the quote that closes the field starting at `from`, skipping doubled quotes; −1 if there is
 * none. Beyond the length limit any quote ends the search, because the field is too long anyway.
 */
const closingQuote = (input: string, from: number): number => {
  let at = input.indexOf(QUOTE, from);
  while (at >= 0 && at - from <= MAX_QUOTED && input[at + 1] === QUOTE) at = input.indexOf(QUOTE, at + 2);
  return at;
};

const countLineEnds = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1;
  }
  return count;
};
