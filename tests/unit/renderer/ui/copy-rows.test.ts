import i18next from 'i18next';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copiedNumber, copiedRoubles, copiedTime } from '../../../../renderer/ui/copied-cells.ts';
import { readRows, rowsAsText } from '../../../../renderer/ui/copy-rows.ts';
import type { GridColumn } from '../../../../renderer/ui/grid-column.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}

const COLUMNS: readonly GridColumn<Row>[] = [
  { id: 'name', header: 'Name', width: 100, render: () => null, title: ({ name }) => name },
  { id: 'chip', header: 'State', width: 100, render: () => null },
  { id: 'plain', header: 'Kind', width: 100, render: () => 'plain' },
  { id: 'id', header: 'ID', width: 100, render: () => null, title: () => 'not this', copied: ({ id }) => id },
];

const text = (...rows: readonly Row[]): string => rowsAsText(COLUMNS, rows);

describe('rows as text', () => {
  it('have headers if there are several, and leave out columns that only draw something', () => {
    expect(text({ id: 7, name: 'Anna' })).toBe('Anna\tplain\t7');
    expect(text({ id: 7, name: 'Anna' }, { id: 8, name: '' })).toBe('Name\tKind\tID\r\nAnna\tplain\t7\r\n\tplain\t8');
  });

  it.each([
    ['=HYPERLINK("http://evil")', '\'=HYPERLINK("http://evil")'],
    ['+7 900', "'+7 900"],
    ['\t=1+1', "' '=1+1"],
    ['two\r\nlines\tand a tab', 'two lines and a tab'],
    ['\u2028=cmd', " '=cmd"],
  ])('keep %j in one cell, and as a text', (name, cell) => {
    const [first = ''] = text({ id: 7, name }).split('\tplain');
    expect(first).toBe(cell);
    expect(text({ id: 7, name })).not.toMatch(/[\r\n]/);
  });

  // Russian Excel takes 5.12 for the fifth of December.
  it.each([
    ['en', '2026-11-28 09:05\t5.12\t0.5\t\t\t'],
    ['ru', '2026-11-28 09:05\t5,12\t0,5\t\t\t'],
  ])('have times, amounts and numbers that a spreadsheet in %s calculates with', (language, cells) => {
    const before = i18next.language;
    onTestFinished(() => {
      i18next.language = before;
    });
    i18next.language = language;
    const at = new Date(2026, 10, 28, 9, 5, 59).getTime();
    const copies = [
      () => copiedTime(at),
      () => copiedRoubles(512),
      () => copiedNumber(0.5),
      () => copiedTime(null),
      () => copiedRoubles(null),
      () => copiedNumber(null),
    ];
    const columns = copies.map((copied, index): GridColumn<Row> => {
      return { id: String(index), header: '', width: 100, render: () => 'as drawn', copied };
    });
    expect(rowsAsText(columns, [{ id: 1, name: '' }])).toBe(cells);
  });

  it('keep every digit of a long number', () => {
    expect(text({ id: 9_007_199_254_740_991, name: '' })).toBe("\tplain\t'9007199254740991");
  });
});

describe('the rows to copy', () => {
  const all = Array.from({ length: 1_234 }, (_, id) => ({ id, name: `n${id}` }));
  const page = (asked: number[]) => async (offset: number, limit: number) => {
    asked.push(offset);
    return { ok: true as const, value: { rows: all.slice(offset, offset + limit), total: all.length } };
  };

  it('are found on any page in the order of the list, and no page is read without need', async () => {
    const asked: number[] = [];
    const found = await readRows(page(asked), ({ id }) => String(id), new Set(['700', '3']));
    expect(found).toEqual({ ok: true, value: [all[3], all[700]] });
    expect(asked).toEqual([0, 500]);
  });

  it('leave out those that are gone', async () => {
    const asked: number[] = [];
    const found = await readRows(page(asked), ({ id }) => String(id), new Set(['1233', '99999']));
    expect(found).toEqual({ ok: true, value: [all[1_233]] });
    expect(asked).toEqual([0, 500, 1_000]);
  });

  it('are not copied in part when a page cannot be read', async () => {
    const error = { kind: 'storage' as const, message: 'gone' };
    const broken = async () => ({ ok: false as const, error });
    expect(await readRows(broken, String, new Set(['1']))).toEqual({ ok: false, error });
  });
});
