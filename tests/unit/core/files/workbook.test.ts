import { describe, expect, it } from 'vitest';
import { readWorkbook } from '#core/platform/files/workbook/workbook.ts';
import { DeskError } from '#shared/result.ts';
import { workbook, workbookParts } from '../../../support/workbook.ts';
import { zip } from '../../../support/zip.ts';

const never = new AbortController().signal;
const read = (bytes: Buffer, sheet: number | null = null) => readWorkbook(bytes, sheet, { signal: never });
const cellsOf = async (bytes: Buffer) => (await read(bytes)).rows.map(({ cells }) => cells);
const codeOf = async (bytes: Buffer): Promise<unknown> => {
  const error = await read(bytes).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof DeskError ? error.details?.code : error;
};
const oneSheet = (xml: string) => workbook({ sheets: [{ name: 'Clients', xml }] });
const xml = (text: string) => ({ xml: text });

describe('a cell', () => {
  it('is read as the text that a person sees', async () => {
    const bytes = workbook({
      shared: ['<t>Anna &amp; Co</t>', '<r><t>Bo</t></r><r><t>ris</t></r><rPh><t>ボ</t></rPh>'],
      sheets: [
        {
          name: 'Clients',
          rows: [
            [xml('<c t="s"><v>0</v></c>'), xml('<c t="s"><v>1</v></c>'), 'two_x000A_lines', ' spaced '],
            [xml('<c t="b"><v>1</v></c>'), xml('<c t="e"><v>#NAME?</v></c>'), xml('<c t="d"><v>2026-12-31</v></c>')],
            [xml('<c t="str"><f>A1&amp;"x"</f><v>stored</v></c>'), xml('<c><f>1+1</f><v>2</v></c>'), 12.5],
            [xml('<c><f>1+1</f></c>'), xml('<c t="s"><v>99</v></c>'), xml('<c t="inlineStr"><is><t>end</t></is></c>')],
            [
              xml('<c t="d"><v>2026-12-31T00:00:00.000</v></c>'),
              xml('<c t="d"><v>2026-12-31T23:59:59</v></c>'),
              xml('<c t="str"><f>""</f><v></v></c>'),
              'x',
            ],
          ],
        },
      ],
    });
    expect(await cellsOf(bytes)).toEqual([
      ['Anna & Co', 'Boris', 'two\nlines', ' spaced '],
      ['TRUE', '#NAME?', '2026-12-31'],
      ['stored', '2', '12.5'],
      // A formula without its result, and a text that the workbook does not contain.
      ['#N/A', '#N/A', 'end'],
      ['2026-12-31', '2026-12-31 23:59:59', '', 'x'],
    ]);
  });

  it('of a shared text without its number is empty, and not the first of these texts', async () => {
    const rows = [[xml('<c t="s"/>'), xml('<c t="s"><v></v></c>'), xml('<c t="s"><v/></c>'), 'x']];
    const bytes = workbook({ shared: ['<t>id</t>'], sheets: [{ name: 'Clients', rows }] });
    expect(await cellsOf(bytes)).toEqual([['', '', '', 'x']]);
  });

  it.each([
    ['5012345678', '5012345678'],
    ['-1001234567890', '-1001234567890'],
    ['5.012345678E9', '5012345678'],
    ['123456789012', '123456789012'],
    ['999999999999999', '999999999999999'],
    ['1234567890123450', '1.23456789012345e+15'],
    ['1.23E+20', '1.23000000000000e+20'],
    ['0.30000000000000004', '0.3'],
    ['1E400', '1E400'],
    ['text', 'text'],
  ])('with the number %s keeps its digits, or shows that some are lost', async (stored, shown) => {
    expect(await cellsOf(oneSheet(`<row><c><v>${stored}</v></c></row>`))).toEqual([[shown]]);
  });

  it.each([
    ['14', '46387', '2026-12-31'],
    ['22', '46387.604166666664', '2026-12-31 14:30'],
    ['20', '0.5', '12:00'],
    ['164', '46387', '2026-12-31'],
    ['165', '46387', '46387'],
    ['166', '123', '00123'],
    ['167', '46387', '46387'],
    ['14', '1', '1900-01-01'],
    ['14', '99999999', '99999999'],
    ['0', '46387', '46387'],
  ])('in format %s shows %s as %s', async (format, stored, shown) => {
    const styles = `<styleSheet><numFmts>
      <numFmt numFmtId="164" formatCode="[$-419]dd\\.mm\\.yyyy;@"/>
      <numFmt numFmtId="165" formatCode="&quot;days: &quot;0.00"/>
      <numFmt numFmtId="166" formatCode="00000"/>
      <numFmt numFmtId="167" formatCode="[Red]General"/>
      </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs></styleSheet>`;
    const sheets = [{ name: 'Clients', xml: `<row><c s="1"><v>${stored}</v></c></row>` }];
    expect(await cellsOf(workbook({ sheets, styles }))).toEqual([[shown]]);
    if (shown !== '2026-12-31') return;
    const from1904 = await cellsOf(
      workbook({ sheets: [{ name: 'C', xml: '<row><c s="1"><v>44925</v></c></row>' }], styles, isFrom1904: true }),
    );
    expect(from1904).toEqual([['2026-12-31']]);
  });
});

describe('a sheet', () => {
  it('gives each row its number, and leaves out rows and ends of rows without content', async () => {
    const rows = `<row r="3"><c r="B3"><v>1</v></c><c r="D3"><v>2</v></c><c r="F3" s="1"/></row>
      <row r="4"><c r="A4" t="s"/></row><row r="9"><c><v>3</v></c></row><row><c><v>4</v></c></row><row r="2"><c><v>5</v></c></row>`;
    expect((await read(oneSheet(rows))).rows).toEqual([
      { row: 3, cells: ['', '1', '', '2'] },
      { row: 9, cells: ['3'] },
      { row: 10, cells: ['4'] },
      { row: 11, cells: ['5'] },
    ]);
  });

  it('is the first one that is filled and not hidden, or the one that was chosen', async () => {
    const bytes = workbook({
      sheets: [
        { name: 'Empty', rows: [['', ' ']] },
        { name: 'Hidden', rows: [['h']], state: 'hidden' },
        { name: 'First', rows: [['1']] },
        { name: 'Second', rows: [['2']] },
      ],
    });
    const first = await read(bytes);
    expect(first).toMatchObject({ sheet: 2, rows: [{ cells: ['1'] }] });
    expect(first.sheets).toEqual([
      { index: 2, name: 'First' },
      { index: 3, name: 'Second' },
    ]);
    expect(await read(bytes, 3)).toMatchObject({ sheet: 3, rows: [{ cells: ['2'] }] });
    expect(await read(bytes, 1)).toMatchObject({ sheet: 2 });
    const hidden = workbook({ sheets: [{ name: 'Hidden', rows: [['h']], state: 'veryHidden' }] });
    expect((await read(hidden)).sheets).toEqual([{ index: 0, name: 'Hidden' }]);
  });

  it('is found whatever its namespace and the names of its parts', async () => {
    const relations = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
    const bytes = zip({
      '_rels/.rels': `<Relationships><Relationship Id="a" Type="${relations}/officeDocument" Target="/book/Main.xml"/></Relationships>`,
      'book/main.xml': `<x:workbook xmlns:x="m" xmlns:rel="${relations}"><x:sheets><x:sheet name="S" rel:id="b"/></x:sheets></x:workbook>`,
      'book/_rels/Main.xml.rels': `<Relationships><Relationship Id="b" Type="${relations}/worksheet" Target="../data/one.xml"/></Relationships>`,
      'data/one.xml':
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect(await cellsOf(bytes)).toEqual([['7']]);
  });
});

describe('a file that is not read', () => {
  const parts = workbookParts({ sheets: [{ name: 'Clients', rows: [['a']] }] });
  const bytes = zip(parts);
  const withSheet = (sheet: string) => zip({ ...parts, 'xl/worksheets/sheet1.xml': sheet });
  const manyRows = (row: string, count: number) => oneSheet(row.repeat(count));

  it.each([
    ['another archive', zip({ 'a.txt': 'x' }), 'workbook-other-archive'],
    [
      'an OpenDocument file',
      zip({ mimetype: 'application/vnd.oasis', 'content.xml': '<x/>' }),
      'workbook-open-document',
    ],
    ['a binary workbook', zip({ 'xl/workbook.bin': 'x' }), 'workbook-binary'],
    ['a Numbers document', zip({ 'Index/Document.iwa': 'x' }), 'workbook-numbers'],
    ['encrypted parts', zip(parts, { isEncrypted: true }), 'workbook-password'],
    ['no filled cell', workbook({ sheets: [{ name: 'A', rows: [['']] }] }), 'workbook-empty'],
    ['no sheet', workbook({ sheets: [] }), 'workbook-empty'],
    ['the first half of a file', bytes.subarray(0, bytes.length / 2), 'workbook-broken'],
    ['sizes that are false', zip(parts, { statedSize: 5 }), 'workbook-broken'],
    ['XML that ends early', withSheet('<worksheet><sheetData><row><c><v>1</v></c>'), 'workbook-broken'],
    ['XML with a document type', withSheet('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), 'workbook-broken'],
    ['elements nested without end', withSheet('<a>'.repeat(10_000)), 'workbook-broken'],
    [
      'an element with countless attributes',
      withSheet(`<worksheet ${Array.from({ length: 5_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
      'workbook-broken',
    ],
    ['a cell far to the right', oneSheet('<row><c r="XFD1"><v>1</v></c></row>'), 'workbook-too-wide'],
    ['an endless text', oneSheet(`<row><c t="str"><v>${'x'.repeat(1_000_001)}</v></c></row>`), 'workbook-too-big'],
    ['too many rows', manyRows('<row><c><v>1</v></c></row>', 500_001), 'csv-too-many-lines'],
    ['too many cells', manyRows('<row><c r="GR1"><v>1</v></c></row>', 25_001), 'workbook-too-big'],
  ])('is %s', async (_, file, code) => {
    expect(await codeOf(file)).toBe(code);
  });

  it('repeats one long text in many cells', async () => {
    const text = 'x'.repeat(30_000);
    const sheets = [{ name: 'A', xml: '<row><c t="s"><v>0</v></c></row>'.repeat(2_100) }];
    expect(await codeOf(workbook({ sheets, shared: [`<t>${text}</t>`] }))).toBe('workbook-too-big');
  });

  it('unpacks to far more than it is, and is given up before that is in memory', async () => {
    const huge = Buffer.alloc(320 * 1024 * 1024, ' ');
    huge.write('<worksheet><sheetData>');
    const bomb = zip({ ...parts, 'xl/worksheets/sheet1.xml': huge });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await codeOf(bomb)).toBe('workbook-too-big');
  });

  it('is given up when the import is cancelled', async () => {
    const stopped = new AbortController();
    stopped.abort(new DeskError('cancelled', 'stopped'));
    await expect(readWorkbook(bytes, null, { signal: stopped.signal })).rejects.toMatchObject({ kind: 'cancelled' });
  });
});
