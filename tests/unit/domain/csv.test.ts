import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { columnProblems, recogniseColumns } from '#shared/domain/csv-columns.ts';
import { CsvReader, type CsvRecord } from '#shared/domain/csv-reader.ts';
import { csvLine, restoreCell } from '#shared/domain/csv-writer.ts';

/** Reads `text` in pieces of the given length. */
const read = (text: string, delimiter = ';', piece = text.length || 1): CsvRecord[] => {
  const reader = new CsvReader(delimiter);
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += piece) {
    records.push(...reader.push(text.slice(at, at + piece), at + piece >= text.length));
  }
  return records;
};
const fieldsOf = (records: readonly CsvRecord[]): (readonly string[])[] => records.map((record) => record.fields);

const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('"', ';', ',', '\t', '\n', '\r', '\r\n', '=', '-', '+', '@', "'", 'a', 'я', ' '), {
      maxLength: 12,
    })
    .map((parts) => parts.join('')),
);

describe('CsvReader', () => {
  it('reads back whatever the export writes, in pieces of any length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 }),
        fc.integer({ min: 1, max: 9 }),
        (rows, piece) => {
          const text = rows.map(csvLine).join('');
          expect(fieldsOf(read(text, ';', piece)).map((row) => row.map(restoreCell))).toEqual(rows);
        },
      ),
    );
  });

  it('agrees with another reader about well-formed files', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = rows.map(csvLine).join('');
        const theirs = Papa.parse<string[]>(text, { delimiter: ';', newline: '\r\n', skipEmptyLines: true }).data;
        expect(fieldsOf(read(text))).toEqual(theirs);
      }),
    );
  });

  it('tells the line where each record begins, whatever ends the lines', () => {
    const text = 'a;b\r\n\r\n1;"two\nlines\r\nand three"\n2;x\r3;y';
    expect(read(text).map(({ line, fields }) => [line, ...fields])).toEqual([
      [1, 'a', 'b'],
      [3, '1', 'two\nlines\r\nand three'],
      [6, '2', 'x'],
      [7, '3', 'y'],
    ]);
  });

  it('loses one line to a quote that is never closed, not the rest of the file', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `${index};key${index};some name`).join('\n');
    const records = read(`1;a\n2;"open\n${rows}`, ';', 4096);
    expect(records).toHaveLength(2_002);
    expect(records[1]).toEqual({ line: 2, fields: ['2', '"open'], unclosedQuote: true });
    expect(records.filter((record) => record.unclosedQuote)).toHaveLength(1);
    expect(records.at(-1)).toMatchObject({ line: 2_002, fields: ['1999', 'key1999', 'some name'] });
  });

  it('takes quotes inside a plain field as they are', () => {
    expect(fieldsOf(read('1;OOO "Ромашка";x'))).toEqual([['1', 'OOO "Ромашка"', 'x']]);
    expect(fieldsOf(read('1;"a"b;x'))).toEqual([['1', 'ab', 'x']]);
  });

  it('leaves out empty lines and keeps empty fields', () => {
    expect(fieldsOf(read('\n\n;;\n\n1;\n'))).toEqual([
      ['', '', ''],
      ['1', ''],
    ]);
    expect(read('')).toEqual([]);
  });
});

describe('csvLine', () => {
  it('leaves a spreadsheet nothing to run', () => {
    const line = csvLine(['=1+1', '+7900', '-x', '@SUM(A1)', '\tcmd', '\rcmd', "'quoted", 'plain']);
    expect(fieldsOf(read(line))[0]).toEqual([
      "'=1+1",
      "'+7900",
      "'-x",
      "'@SUM(A1)",
      "'\tcmd",
      "'\rcmd",
      "''quoted",
      'plain',
    ]);
  });

  /** Begins what some spreadsheet runs, also behind blanks, and is no plain number. */
  const RUNS = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
  const NUMBER = /^-?\d+(?:[.,]\d+)?$/;
  const runsIn = (text: string, delimiter: string): readonly string[] =>
    Papa.parse<string[]>(text, { delimiter, newline: '\r\n' })
      .data.flat()
      .filter((one) => RUNS.test(one) && !NUMBER.test(one));
  const DELIMITERS = [';', ',', '\t'];

  it.each([
    "Bob,=cmd|'/c calc'!A0",
    "Bob\t=cmd|'/c calc'!A0",
    "Bob;=cmd|'/c calc'!A0",
    "Bob\n=cmd|'/c calc'!A0",
    "Bob\r=cmd|'/c calc'!A0",
    "Bob, =cmd|'/c calc'!A0",
    'Bob,"=cmd',
    'Bob,"",""=cmd',
    ' =1+1',
    '\u00a0@SUM(A1)',
    '＝1+1',
    'a,+1,-1,@x,\t=y',
    '","=1',
  ])('leaves nothing to run of %j, by whatever a spreadsheet splits the line', (text) => {
    const file = csvLine(['name', 'note', 'id']) + csvLine([text, text, -5]) + csvLine([-100_500, text, 'x,']);
    for (const delimiter of DELIMITERS) expect(runsIn(file, delimiter)).toEqual([]);
    expect(restoreCell(fieldsOf(read(file))[1]?.[1] ?? '')).toBe(text);
  });

  it('leaves nothing to run of anything', () => {
    const sign = fc.constantFrom('"', ';', ',', '\t', '\n', '\r', '=', '-', '+', '@', '＝', "'", 'a', ' ', '1');
    const texts = fc.array(sign, { maxLength: 14 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(texts, fc.integer()), { minLength: 2, maxLength: 4 }), { maxLength: 4 }),
        (rows) => {
          const file = rows.map(csvLine).join('');
          for (const delimiter of DELIMITERS) expect(runsIn(file, delimiter)).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('keeps numbers as numbers, except for those a spreadsheet would round or take for the start of a formula', () => {
    expect(csvLine([5, -1001234567890])).toBe('5;-1001234567890\r\n');
    // Where the line is split by commas, all of it would be one formula.
    expect(csvLine([-1001234567890, 5])).toBe("'-1001234567890;5\r\n");
    expect(csvLine([Number.MAX_SAFE_INTEGER])).toBe("'9007199254740991\r\n");
  });
});

describe('recogniseColumns', () => {
  const ids = [
    ['100200300', 'k1', 'Анна'],
    ['-100200300', 'k2', 'Борис'],
  ];

  it.each([
    [
      ['Messenger ID', 'Client key', 'Name'],
      ['messengerId', 'clientKey', 'name'],
    ],
    [
      ['ID мессенджера', 'Ключ клиента', 'Имя'],
      ['messengerId', 'clientKey', 'name'],
    ],
    [
      ['telegram_id', 'LOGIN', 'ФИО'],
      ['messengerId', 'clientKey', 'name'],
    ],
    [
      ['номер', 'Ключ', 'Клиент'],
      ['messengerId', 'clientKey', 'name'],
    ],
    [
      ['ID', 'key', 'что-то своё'],
      ['messengerId', 'clientKey', 'ignore'],
    ],
    [
      ['id', 'id', 'key'],
      ['messengerId', 'ignore', 'clientKey'],
    ],
  ])('knows the header %j', (first, columns) => {
    expect(recogniseColumns(first, ids)).toEqual({ hasHeader: true, columns });
  });

  it('finds the ids in a file without a header', () => {
    const rows = ids.map(([id = '', key = '', name = '']) => [key, id, name]);
    const [first = [], ...below] = rows;
    expect(recogniseColumns(first, below)).toEqual({
      hasHeader: false,
      columns: ['clientKey', 'messengerId', 'name'],
    });
  });

  it('never takes a line of data for a header', () => {
    expect(recogniseColumns(['100200300', 'key', 'Name'], ids).hasHeader).toBe(false);
  });

  it('says what is missing before anything can be imported', () => {
    expect(columnProblems(['name', 'ignore'])).toEqual(['no-id', 'no-key']);
    expect(columnProblems(['messengerId', 'clientKey', 'name', 'name'])).toEqual(['repeated']);
    expect(columnProblems(['messengerId', 'clientKey', 'ignore', 'ignore'])).toEqual([]);
  });
});
