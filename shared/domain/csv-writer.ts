import { isChangedBySpreadsheets } from './spreadsheet-values.ts';

/** What a spreadsheet takes for the beginning of a formula, in full width too. */
const FORMULA = new Set('=+-@\uff1d\uff0b\uff0d\uff20');
/** Where a cell begins in one that does not split lines by our delimiter. */
const SEPARATORS = new Set(',;\t\r\n');
/** What may stand between the beginning of a cell and its formula. */
const TRANSPARENT = /[\s\p{Cc}"']/u;
const MARK = "'";
/** The mark itself, and what some programs drop, are marked at the beginning of a cell. */
const MARKED_FIRST = /^[\t\r\n']/;
const NEEDS_QUOTES = /[";\r\n]|^\s|\s$/;
/** Excel shows a longer number as `1.23457E+11`, and saves what it shows. */
const EXCEL_DIGITS = 11;
/** Excel's own way to keep a number as text; LibreOffice reads it, too. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

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

/** Without the mark in front of each of them. */
const withoutMarks = (text: string): string =>
  atFormulas(text, (before) => (before.endsWith(MARK) ? before.slice(0, -1) : before));

/**
 * A text cell that every spreadsheet keeps as it is, whether it splits lines by `;`, `,` or tabs: it runs nothing, and no
 * number, date or error value is made of it. `restoreCell` undoes it.
 */
const textCell = (text: string): string => {
  const inert = atFormulas(text, (before) => before + MARK);
  const isMarkedFirst = MARKED_FIRST.test(text) || (isChangedBySpreadsheets(text) && !inert.startsWith(MARK));
  return isMarkedFirst ? MARK + inert : inert;
};

export interface ReadCell {
  readonly text: string;
  /** The file says that it is text, whatever it looks like. */
  readonly isText: boolean;
}

/** A cell of a file without the marks that keep it as it is, ours and Excel's. */
export const readCell = (cell: string): ReadCell => {
  const quoted = TEXT_FORMULA.exec(cell.trim())?.[1];
  if (quoted !== undefined) return { text: quoted.replaceAll('""', '"'), isText: true };
  if (!cell.startsWith(MARK)) return { text: withoutMarks(cell), isText: false };
  const marked = cell.slice(1);
  const text = withoutMarks(marked);
  if (MARKED_FIRST.test(marked) || isChangedBySpreadsheets(text)) return { text, isText: true };
  return { text: withoutMarks(cell), isText: true };
};

/** Takes the marks off again, so that a file of ours is read back as it was. */
export const restoreCell = (cell: string): string => readCell(cell).text;

const quoteCell = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** An amount, a date or a time that a spreadsheet is to read as such, in the form that it is written in. */
export interface CsvValue {
  readonly value: string;
}

export type CsvCell = string | number | CsvValue;

/** A negative number at the beginning of a line: split by commas, all that follows would be its formula. */
const isFirstNegative = (text: string, index: number): boolean => index === 0 && text.startsWith('-');

/** Numbers stay numbers, negative ones too; one that Excel would shorten is written as text. */
const numberCell = (value: number, index: number): string => {
  const text = String(value);
  return text.replace('-', '').length > EXCEL_DIGITS || isFirstNegative(text, index) ? MARK + text : text;
};

const cellText = (cell: CsvCell, index: number): string => {
  if (typeof cell === 'string') return textCell(cell);
  if (typeof cell === 'number') return numberCell(cell, index);
  return isFirstNegative(cell.value, index) ? MARK + cell.value : cell.value;
};

/** One line of a file for a spreadsheet, with its line end. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  cells.map((cell, index) => quoteCell(cellText(cell, index))).join(CSV_DELIMITER) + CSV_LINE_END;
