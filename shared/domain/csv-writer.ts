/** What a spreadsheet takes for the beginning of a formula, in full width too. */
const FORMULA = new Set('=+-@\uff1d\uff0b\uff0d\uff20');
/** Where a cell begins in one that does not split lines by our delimiter. */
const SEPARATORS = new Set(',;\t\r\n');
/** What may stand between the beginning of a cell and its formula. */
const TRANSPARENT = /[\s\p{Cc}"']/u;
const MARK = "'";
/** The mark itself, and what some programs drop, are marked at the beginning of a cell. */
const MARKED_FIRST = /^[\t\r\n']/;
const HAS_MARK_FIRST = /^'(?=[\t\r\n'])/;
/** A negative number, whichever mark stands before its decimals, runs nothing. */
const NEGATIVE = /^-\d+(?:[.,]\d+)?$/;
const NEEDS_QUOTES = /[";\r\n]|^\s|\s$/;
/** Excel keeps 15 digits of a number and turns the others to zeros. */
const EXCEL_DIGITS = 15;

const CSV_DELIMITER = ';';
const CSV_LINE_END = '\r\n';
/** Without it Excel reads UTF-8 as the system's 8-bit encoding, and Cyrillic turns to rubbish. */
export const CSV_BOM = '\ufeff';

/** Puts `mark` in the place of what stands before each formula sign that may come to stand at the beginning of a cell. */
const atFormulas = (text: string, mark: (before: string) => string): string => {
  let marked = '';
  let copied = 0;
  let isFirst = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isFirst && FORMULA.has(sign)) {
      marked += mark(text.slice(copied, at));
      copied = at;
    }
    isFirst = SEPARATORS.has(sign) || (isFirst && TRANSPARENT.test(sign));
  }
  return marked + text.slice(copied);
};

/** A text cell that no spreadsheet takes for a formula, whether it splits lines by `;`, `,` or tabs. `restoreCell` undoes it. */
const defuseCell = (text: string, index: number): string =>
  index > 0 && NEGATIVE.test(text)
    ? text
    : (MARKED_FIRST.test(text) ? MARK : '') + atFormulas(text, (before) => before + MARK);

/** Takes the marks off again, so that a file of ours is read back as it was. */
export const restoreCell = (cell: string): string =>
  atFormulas(cell.replace(HAS_MARK_FIRST, ''), (before) => (before.endsWith(MARK) ? before.slice(0, -1) : before));

const quoteCell = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Numbers stay numbers, negative ones too; one that Excel would round is written as text. So is a negative one at the
 * beginning of a line: split by commas, all that follows would be its formula.
 */
const numberCell = (value: number, index: number): string => {
  const text = String(value);
  return text.replace('-', '').length > EXCEL_DIGITS || (index === 0 && value < 0) ? MARK + text : text;
};

/** One line of a file for Excel, with its line end. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell, index) => quoteCell(typeof cell === 'number' ? numberCell(cell, index) : defuseCell(cell, index)))
    .join(CSV_DELIMITER) + CSV_LINE_END;
