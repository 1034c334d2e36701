import { isChangedBySpreadsheets } from './spreadsheet-values.ts';

/** Characters that start a formula in a spreadsheet, including their full-width forms. */
const FORMULA = new Set('=+-@\uff1d\uff0b\uff0d\uff20');
/** Characters that start a cell in spreadsheets which do not use our delimiter. */
const SEPARATORS = new Set(',;\t\r\n');
/** Characters that may precede a formula within a cell. */
const TRANSPARENT = /[\s\p{Cc}"']/u;
const MARK = "'";
/** At the start of a cell, the mark itself and characters that some programs drop need a mark. */
const MARKED_FIRST = /^[\t\r\n']/;
const NEEDS_QUOTES = /[";\r\n]|^\s|\s$/;
/** Excel shows a number with more digits as `1.23457E+11`, and saves it that way. */
const EXCEL_DIGITS = 11;
/** Excel's own notation for a number kept as text; LibreOffice reads it, too. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

const CSV_DELIMITER = ';';
export const CSV_LINE_END = '\r\n';
/** Without this mark Excel reads UTF-8 as the system's 8-bit encoding, which garbles Cyrillic. */
export const CSV_BOM = '\ufeff';

/** Replaces the text before each sign that could start a formula by the result of `mark`. */
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

/** Removes the mark in front of each formula sign. */
const withoutMarks = (text: string): string =>
  atFormulas(text, (before) => (before.endsWith(MARK) ? before.slice(0, -1) : before));

/**
 * Returns a text cell that every spreadsheet keeps unchanged, whether it splits lines by `;`, `,` or tabs: nothing in
 * it runs as a formula, or turns into a number, date or error value. `restoreCell` reverses it.
 */
const textCell = (text: string): string => {
  const inert = atFormulas(text, (before) => before + MARK);
  const isMarkedFirst = MARKED_FIRST.test(text) || (isChangedBySpreadsheets(text) && !inert.startsWith(MARK));
  return isMarkedFirst ? MARK + inert : inert;
};

export interface ReadCell {
  readonly text: string;
  /** The file marks the cell as text, whatever it looks like. */
  readonly isText: boolean;
}

/** Reads a cell of a file, removing the app's and Excel's marks that keep it as text. */
export const readCell = (cell: string): ReadCell => {
  const quoted = TEXT_FORMULA.exec(cell.trim())?.[1];
  if (quoted !== undefined) return { text: quoted.replaceAll('""', '"'), isText: true };
  if (!cell.startsWith(MARK)) return { text: withoutMarks(cell), isText: false };
  const marked = cell.slice(1);
  const text = withoutMarks(marked);
  if (MARKED_FIRST.test(marked) || isChangedBySpreadsheets(text)) return { text, isText: true };
  return { text: withoutMarks(cell), isText: true };
};

/** Removes the marks from a cell, so that an exported file is read back unchanged. */
export const restoreCell = (cell: string): string => readCell(cell).text;

const quoteCell = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** An amount, a date or a time in the notation that a spreadsheet reads as such. */
export interface CsvValue {
  readonly value: string;
}

export type CsvCell = string | number | CsvValue;

/**
 * Returns whether a cell is a negative number at the start of a line. A program that splits lines by commas would read
 * the rest of the line as its formula.
 */
const isFirstNegative = (text: string, index: number): boolean => index === 0 && text.startsWith('-');

/** Numbers stay numbers, negative ones too; a number that Excel would shorten is written as text. */
const numberCell = (value: number, index: number): string => {
  const text = String(value);
  return text.replace('-', '').length > EXCEL_DIGITS || isFirstNegative(text, index) ? MARK + text : text;
};

const cellText = (cell: CsvCell, index: number): string => {
  if (typeof cell === 'string') return textCell(cell);
  if (typeof cell === 'number') return numberCell(cell, index);
  return isFirstNegative(cell.value, index) ? MARK + cell.value : cell.value;
};

const LINE_PARTS = /[\t\r\n\v\f\u2028\u2029]+/g;

/** Returns one line for the clipboard, by tabs, without the line end. Tabs and line breaks within a cell become blanks. */
export const pastedLine = (cells: readonly CsvCell[]): string =>
  cells.map((cell, index) => cellText(cell, index).replaceAll(LINE_PARTS, ' ')).join('\t');

/** Returns a table for the clipboard, one line a row, in which nothing runs as a formula. */
export const pastedTable = (rows: readonly (readonly CsvCell[])[]): string => rows.map(pastedLine).join(CSV_LINE_END);

/** Returns one line of a file for spreadsheets, including the line end. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  cells.map((cell, index) => quoteCell(cellText(cell, index))).join(CSV_DELIMITER) + CSV_LINE_END;
