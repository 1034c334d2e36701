/** What a spreadsheet would run as a formula (or use to smuggle one), and our own mark in front of such a cell. */
const DANGEROUS = /^[=+\-@\t\r\n']/;
/** A negative number, whichever mark stands before its decimals, runs nothing. */
const NEGATIVE = /^-\d+(?:[.,]\d+)?$/;
const MARKED = /^'(?=[=+\-@\t\r\n'])/;
const NEEDS_QUOTES = /[";\r\n]|^\s|\s$/;
/** Excel keeps 15 digits of a number and turns the others to zeros. */
const EXCEL_DIGITS = 15;

const CSV_DELIMITER = ';';
const CSV_LINE_END = '\r\n';
/** Without it Excel reads UTF-8 as the system's 8-bit encoding, and Cyrillic turns to rubbish. */
export const CSV_BOM = '\ufeff';

/** A text cell no spreadsheet takes for a formula. `restoreCell` undoes it. */
const defuseCell = (text: string): string => (DANGEROUS.test(text) && !NEGATIVE.test(text) ? `'${text}` : text);

/** Takes the mark off again, so that a file of ours is read back as it was. */
export const restoreCell = (cell: string): string => cell.replace(MARKED, '');

const quoteCell = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Numbers stay numbers, negative ones too; one that Excel would round is written as text. */
const numberCell = (value: number): string => {
  const text = String(value);
  return text.replace('-', '').length > EXCEL_DIGITS ? `'${text}` : text;
};

/** One line of a file for Excel, with its line end. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => quoteCell(typeof cell === 'number' ? numberCell(cell) : defuseCell(cell))).join(CSV_DELIMITER) +
  CSV_LINE_END;
