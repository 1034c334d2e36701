/** The names of months and days that spreadsheets know in the app's languages. */
const CALENDAR = [
  ...'jan feb mar apr may jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun'.split(' '),
  ...'january february march april june july august september october november december'.split(' '),
  ...'monday tuesday wednesday thursday friday saturday sunday'.split(' '),
  ...'янв фев февр мар апр май мая июн июл авг сен сент окт ноя нояб дек пн вт ср чт пт сб вс'.split(' '),
  ...'январь февраль март апрель июнь июль август сентябрь октябрь ноябрь декабрь'.split(' '),
  ...'января февраля марта апреля июня июля августа сентября октября ноября декабря'.split(' '),
  ...'понедельник вторник среда четверг пятница суббота воскресенье'.split(' '),
];
/** The letters within numbers, times and amounts: `1e5`, `5 PM`, `2026-03-01T10:00Z`, `5 руб.` */
const PARTS_OF_VALUES = ['e', 't', 'z', 'a', 'p', 'am', 'pm', 'р', 'руб', 'rub', 'usd', 'eur', 'тг', 'грн'];
const WORDS_OF_VALUES = new Set([...CALENDAR, ...PARTS_OF_VALUES]);
/** The abbreviations in dates without a day or a year. */
const MONTHS = new Set(
  'jan feb mar apr may jun jul aug sep oct nov dec янв фев мар апр май июн июл авг сен окт ноя дек'.split(' '),
);
const TRUTHS = new Set(['true', 'false', 'истина', 'ложь']);

const LETTERS = /\p{L}+/gu;
const HAS_DIGIT = /\p{Nd}/u;
/** Matches the rest of a number, a date, a time or an amount after its words are removed. */
const REST_OF_VALUE = /^[\p{Nd}\p{Sc}\s.,:/()+\-\u2010-\u2015\u2212%]*$/u;
/** Numbers that are shown and saved with all their digits; Excel saves longer ones as `1.23457E+11`. */
const KEPT_NUMBER = /^(?:0|[1-9]\d{0,10})$/;
/** Four groups of digits are an address and not a number, unless all but the first have three digits. */
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const GROUPED = /^\d{1,3}(?:\.\d{3})+$/;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(LETTERS) ?? [];

/** Returns whether a text looks like a number, a date, a time, an amount or a truth value. */
const looksLikeValue = (text: string): boolean => {
  if (TRUTHS.has(text.trim().toLowerCase())) return true;
  if (!HAS_DIGIT.test(text) || KEPT_NUMBER.test(text)) return false;
  if (ADDRESS.test(text) && !GROUPED.test(text)) return false;
  return REST_OF_VALUE.test(text.replace(LETTERS, '')) && wordsOf(text).every((word) => WORDS_OF_VALUES.has(word));
};

/**
 * Matches `7,90123E+10`, which has lost the digits that it does not show. People do not type a sign before the
 * exponent.
 */
const SHORTENED = /^[+-]?\d{1,3}(?:[.,]\d+)?e[+-]\d{1,3}$/i;
/** The error values in English and in Russian; LibreOffice also has `Err:502`. */
const ERROR_VALUES = new Set([
  '#NAME?',
  '#REF!',
  '#VALUE!',
  '#DIV/0!',
  '#NUM!',
  '#NULL!',
  '#N/A',
  '#SPILL!',
  '#CALC!',
  '#GETTING_DATA',
  '#ИМЯ?',
  '#ССЫЛКА!',
  '#ЗНАЧ!',
  '#ДЕЛ/0!',
  '#ЧИСЛО!',
  '#ПУСТО!',
  '#Н/Д',
  '#ПЕРЕНОС!',
  '#ВЫЧИСЛ!',
]);
const ERROR_NUMBER = /^(?:err:|#err|ошибка:)\d{3}!?$/i;
/** Matches a number or a date in a column that was too narrow to show it. */
const TOO_NARROW = /^#{3,}$/;
/** A quick test by the first character, because nearly all cells of a file are undamaged. */
const MAY_BE_DAMAGE = /^[#\d+\-eо]/i;
/** Matches `01.фев` and `Feb-26`, which spreadsheets make of `1-2` and `2/26`. */
const SHORT_DATE = /^(?:\d{1,2}[-. ](\p{L}{3,4})|(\p{L}{3,4})[-. ]\d{2})\.?$/u;

/** Returns the problem code of a value that a spreadsheet has damaged; `null` if nothing shows that it did. */
export const damageOf = (text: string): 'cell-shortened' | 'cell-error-value' | 'cell-too-narrow' | null => {
  const cell = text.trim();
  if (!MAY_BE_DAMAGE.test(cell)) return null;
  if (SHORTENED.test(cell)) return 'cell-shortened';
  if (ERROR_VALUES.has(cell.toUpperCase()) || ERROR_NUMBER.test(cell)) return 'cell-error-value';
  return TOO_NARROW.test(cell) ? 'cell-too-narrow' : null;
};

/** Returns whether a text looks like a date that a spreadsheet wrote, possibly in place of something else. */
export const looksLikeDate = (text: string): boolean => {
  const [, after, before] = SHORT_DATE.exec(text.trim()) ?? [];
  const word = after ?? before;
  return word !== undefined && MONTHS.has(word.toLowerCase());
};

/** Returns whether a spreadsheet would read a text as another type of value and save it in another form. */
export const isChangedBySpreadsheets = (text: string): boolean => looksLikeValue(text) || damageOf(text) !== null;
