/** Longest quoted field: far above any limit of the app, so a quote that runs further was never closed. */
const MAX_QUOTED = 20_000;
const QUOTE = '"';
const LINE_END = /[\r\n]/;

export interface CsvRecord {
  /** Line of the file, from 1, where the record begins; a quoted field may hold more lines. */
  readonly line: number;
  readonly fields: readonly string[];
  /** The record begins a quoted field that never ends; its fields are those of this one line, read plainly. */
  readonly unclosedQuote: boolean;
}

interface Scanned {
  readonly fields: readonly string[];
  readonly next: number;
  readonly lines: number;
}

/** `more` asks for more text, `unclosed` gives up on a quote. */
type Scan = Scanned | 'more' | 'unclosed';

/**
 * Reads CSV (RFC 4180, with the liberties that real files take: any mix of line ends, quotes inside plain fields, a
 * missing last line end) piece by piece, so that a file of any size is read without a pause. Empty lines are no
 * records. One unclosed quote costs one line, not the rest of the file.
 */
export class CsvReader {
  private readonly delimiter: string;
  private rest = '';
  private line = 1;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  /** Characters that wait for the end of their record. */
  get pending(): number {
    return this.rest.length;
  }

  /** The records that are complete once `text` is added; `last` says that nothing follows. */
  push(text: string, last: boolean): CsvRecord[] {
    const input = this.rest + text;
    // No record ends here; reading a long one again for each piece would take the square of its length.
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
        // Whether this quote is the first of a doubled one is only known with the next character.
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
      // CR may be the first half of CRLF.
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
 * The quote that ends the field that begins at `from`, doubled ones skipped; −1 when there is none. Beyond the longest
 * field any quote will do: the field is not closed in time.
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
