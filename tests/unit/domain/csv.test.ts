import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { columnProblems } from '#shared/domain/csv-columns.ts';
import { CsvReader, type CsvRecord } from '#shared/domain/csv-reader.ts';
import { csvLine, readCell, restoreCell } from '#shared/domain/csv-writer.ts';

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
  it('reads back everything that the export writes, in pieces of any length', () => {
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

  it('reports the line where each record begins, whatever ends the lines', () => {
    const text = 'a;b\r\n\r\n1;"two\nlines\r\nand three"\n2;x\r3;y';
    expect(read(text).map(({ line, fields }) => [line, ...fields])).toEqual([
      [1, 'a', 'b'],
      [3, '1', 'two\nlines\r\nand three'],
      [6, '2', 'x'],
      [7, '3', 'y'],
    ]);
  });

  it('loses one line to an unclosed quote, not the rest of the file', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `${index};key${index};some name`).join('\n');
    const records = read(`1;a\n2;"open\n${rows}`, ';', 4096);
    expect(records).toHaveLength(2_002);
    expect(records[1]).toEqual({ line: 2, fields: ['2', '"open'], unclosedQuote: true });
    expect(records.filter((record) => record.unclosedQuote)).toHaveLength(1);
    expect(records.at(-1)).toMatchObject({ line: 2_002, fields: ['1999', 'key1999', 'some name'] });
  });

  it('keeps quotes inside a plain field', () => {
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
  it('gives a spreadsheet nothing to run', () => {
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

  /** Matches cells that some spreadsheet runs as formulas, also after blanks; plain numbers are excluded below. */
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
  ])('gives a spreadsheet nothing to run in %j, whatever it splits the line by', (text) => {
    const file = csvLine(['name', 'note', 'id']) + csvLine([text, text, -5]) + csvLine([-100_500, text, 'x,']);
    for (const delimiter of DELIMITERS) expect(runsIn(file, delimiter)).toEqual([]);
    expect(restoreCell(fieldsOf(read(file))[1]?.[1] ?? '')).toBe(text);
  });

  it('gives a spreadsheet nothing to run in any text', () => {
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

  it('keeps numbers as numbers, except for those that a spreadsheet would shorten or read as the start of a formula', () => {
    expect(csvLine([5, -100_500])).toBe('5;-100500\r\n');
    // A program that splits the line at commas would read all of it as one formula.
    expect(csvLine([-100_500, 5])).toBe("'-100500;5\r\n");
    expect(csvLine([79_012_345_678, 1, 123_456_789_012])).toBe("79012345678;1;'123456789012\r\n");
    expect(csvLine([1, -1_001_234_567_890, Number.MAX_SAFE_INTEGER])).toBe("1;'-1001234567890;'9007199254740991\r\n");
  });

  it('writes amounts and dates so that a spreadsheet reads them as such', () => {
    expect(csvLine([{ value: '12,50' }, { value: '-12,50' }, { value: '2026-03-01 14:05:09' }])).toBe(
      '12,50;-12,50;2026-03-01 14:05:09\r\n',
    );
    expect(csvLine([{ value: '-12,50' }, 'x'])).toBe("'-12,50;x\r\n");
  });

  const CHANGED = [
    '007',
    '1e5',
    '1E+05',
    '12,50',
    '12.50',
    '1 234',
    '10:30',
    '1:2:3',
    '1/2',
    '3-4',
    '01.02.2026',
    '2026-03',
    '5%',
    '1234567890123456',
    '123456789012',
    '-5',
    '(5)',
    '$5',
    '5 ₽',
    '5 руб.',
    ' 7',
    '7 ',
    '\u00a07',
    '10 PM',
    'true',
    'ЛОЖЬ',
    'MAR1',
    'sept 2',
    '5 May',
    '5 мая',
    '01.фев',
    '2026-03-01T10:00:00Z',
    '#NAME?',
    '#Н/Д',
    '#####',
    'Err:502',
  ];
  const KEPT = [
    'k1',
    'user 12',
    '0',
    '17',
    '79012345678',
    '1.2.3.4',
    'Anna',
    'May',
    '№ 5',
    'a1b2',
    'vpn 3 = 450',
    '#5',
    '',
  ];

  it.each(CHANGED)('writes the text %j so that a spreadsheet leaves it alone, and reads it back', (text) => {
    const [written = ''] = fieldsOf(read(csvLine([text, 'x'])))[0] ?? [];
    expect(written).not.toBe(text);
    expect(readCell(written)).toEqual({ text, isText: true });
  });

  it.each(KEPT)('writes the text %j as it is', (text) => {
    expect(fieldsOf(read(csvLine([text, 'x'])))[0]).toEqual([text, 'x']);
  });

  it('reads back every text that looks like a number or a date, marked or not', () => {
    const sign = fc.constantFrom(
      '0',
      '1',
      '7',
      '.',
      ',',
      ':',
      '-',
      '+',
      '/',
      'e',
      'E',
      ' ',
      "'",
      '%',
      '(',
      ')',
      'мая',
      '#',
      '=',
      '"',
    );
    fc.assert(
      fc.property(fc.array(fc.array(sign, { maxLength: 9 }), { minLength: 2, maxLength: 4 }), (rows) => {
        const texts = rows.map((signs) => signs.join(''));
        expect((fieldsOf(read(csvLine(texts)))[0] ?? []).map(restoreCell)).toEqual(
          texts.some((text) => text !== '') || texts.length > 1 ? texts : [],
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it("reads a spreadsheet's own mark for a number as text", () => {
    expect(readCell('="007"')).toEqual({ text: '007', isText: true });
    expect(readCell('="a""b"')).toEqual({ text: 'a"b', isText: true });
    expect(readCell('007')).toEqual({ text: '007', isText: false });
    expect(readCell("'tis")).toEqual({ text: "'tis", isText: true });
  });
});

describe('columnProblems', () => {
  it('says what is missing before anything can be imported', () => {
    expect(columnProblems(['name', 'ignore'])).toEqual(['no-id', 'no-key']);
    expect(columnProblems(['messengerId', 'clientKey', 'name', 'name'])).toEqual(['repeated']);
    expect(columnProblems(['messengerId', 'clientKey', 'ignore', 'ignore'])).toEqual([]);
    expect(columnProblems(['messengerId', 'name'])).toEqual(['no-key']);
    expect(columnProblems(['messengerId', 'name'], true)).toEqual([]);
  });
});
