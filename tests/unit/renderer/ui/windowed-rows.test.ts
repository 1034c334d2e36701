import { describe, expect, it } from 'vitest';
import { ok, type Result } from '#shared/result.ts';
import { type RowPage, RowWindow } from '../../../../renderer/ui/use-windowed-rows.ts';

type Answer = Result<RowPage<string>>;

/** A service that answers when the test says so, in any order. */
const manual = () => {
  const asked: {
    readonly offset: number;
    readonly limit: number;
    readonly answer: (value: Answer) => Promise<void>;
  }[] = [];
  const fetchPage = (offset: number, limit: number) =>
    new Promise<Answer>((resolve) => {
      asked.push({
        offset,
        limit,
        answer: async (value) => {
          resolve(value);
          await Promise.resolve();
          await Promise.resolve();
        },
      });
    });
  return { asked, fetchPage };
};

const pageOf = (prefix: string, offset: number, limit: number, total: number): Answer =>
  ok({
    total,
    rows: Array.from(
      { length: Math.max(0, Math.min(limit, total - offset)) },
      (_, index) => `${prefix}${offset + index}`,
    ),
  });

/** Opens a thousand rows, `r0` and so on, of which the first page is loaded. */
const opened = async (pageSize = 10) => {
  const { asked, fetchPage } = manual();
  const rows = new RowWindow(fetchPage, pageSize);
  rows.ask('a');
  await asked[0]?.answer(pageOf('r', 0, pageSize, 1000));
  return { asked, rows };
};

/** Counts how often the window would have redrawn. */
const tellings = (rows: RowWindow<string>) => {
  let told = 0;
  rows.subscribe(() => {
    told += 1;
  });
  return () => told;
};

describe('a window into a long list', () => {
  it('requests the rows on the screen and no more', async () => {
    const { asked, rows } = await opened();
    rows.setRange(495, 512);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 490, 500, 510]);
    await asked[2]?.answer(pageOf('r', 500, 10, 1000));
    expect(rows.getState().getRow(503)).toBe('r503');
    expect(rows.getState().getRow(495)).toBeUndefined();
  });

  it('keeps the old rows until the first new page arrives', async () => {
    const { asked, fetchPage } = manual();
    const rows = new RowWindow(fetchPage, 10);
    rows.ask('a');
    await asked[0]?.answer(pageOf('old', 0, 10, 30));
    rows.ask('b');
    expect(rows.getState()).toMatchObject({ rowCount: 30, first: false, shownKey: 'a' });
    expect(rows.getState().getRow(0)).toBe('old0');
    await asked[1]?.answer(pageOf('new', 0, 10, 3));
    expect(rows.getState().rowCount).toBe(3);
    expect(rows.getState().getRow(0)).toBe('new0');
    expect(rows.getState().getRow(5)).toBeUndefined();
    expect(rows.getState().shownKey).toBe('b');
  });

  it('draws nothing for a request before its answer, unless there are no rows', async () => {
    const { asked, fetchPage } = manual();
    const rows = new RowWindow(fetchPage, 10);
    rows.ask('a');
    await asked[0]?.answer(pageOf('old', 0, 10, 3));
    const told = tellings(rows);
    rows.ask('b');
    rows.reload();
    expect(told()).toBe(0);
    await asked[2]?.answer(pageOf('none', 0, 10, 0));
    expect(told()).toBe(1);
    rows.ask('c');
    expect(told()).toBe(2);
    expect(rows.getState()).toMatchObject({ rowCount: 0, loading: true });
  });

  it('sends a request that was prefetched once, and any other as usual', async () => {
    const { asked, fetchPage } = manual();
    const rows = new RowWindow(fetchPage, 10);
    rows.ask('a');
    await asked[0]?.answer(pageOf('a', 0, 10, 3));
    rows.askAhead('b');
    await asked[1]?.answer(pageOf('b', 0, 10, 2));
    rows.ask('b');
    expect(asked).toHaveLength(2);
    expect(rows.getState().getRow(0)).toBe('b0');
    rows.askAhead('c');
    rows.ask('d');
    await asked[2]?.answer(pageOf('c', 0, 10, 2));
    await asked[3]?.answer(pageOf('d', 0, 10, 2));
    expect(rows.getState().getRow(0)).toBe('d0');
    rows.askAhead('d');
    expect(asked).toHaveLength(4);
    rows.ask('d');
    expect(asked).toHaveLength(5);
  });

  it('drops an answer to a request that is no longer current', async () => {
    const { asked, fetchPage } = manual();
    const rows = new RowWindow(fetchPage, 10);
    rows.ask('an');
    rows.ask('anna');
    await asked[1]?.answer(pageOf('anna', 0, 10, 1));
    await asked[0]?.answer(pageOf('an', 0, 10, 500));
    expect(rows.getState().rowCount).toBe(1);
    expect(rows.getState().getRow(0)).toBe('anna0');
  });

  it('reloads where the user stands, not at the top', async () => {
    const { asked, rows } = await opened();
    rows.setRange(700, 709);
    await asked[1]?.answer(pageOf('r', 700, 10, 1000));
    rows.reload();
    expect(asked.at(-1)?.offset).toBe(700);
    await asked.at(-1)?.answer(pageOf('changed', 700, 10, 1000));
    expect(rows.getState().getRow(705)).toBe('changed705');
  });

  it('keeps the rows shown when a reload fails, and says why', async () => {
    const { asked, fetchPage } = manual();
    const rows = new RowWindow(fetchPage, 10);
    rows.ask('a');
    await asked[0]?.answer(pageOf('r', 0, 10, 10));
    rows.reload();
    await asked[1]?.answer({ ok: false, error: { kind: 'storage', message: 'broken' } });
    expect(rows.getState().getRow(0)).toBe('r0');
    expect(rows.getState()).toMatchObject({ loading: false, error: { kind: 'storage' } });
    expect(asked).toHaveLength(2);
  });

  it('requests the rows on the screen when a fling ends, and none on the way', async () => {
    const { asked, rows } = await opened();
    for (let from = 100; from <= 900; from += 100) rows.setRange(from, from + 9);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 100]);
    await asked[1]?.answer(pageOf('r', 100, 10, 1000));
    expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 900]);
    await asked[2]?.answer(pageOf('r', 900, 10, 1000));
    expect(rows.getState().getRow(905)).toBe('r905');
  });

  it('continues to where the user stands when rows on the way cannot be read', async () => {
    const { asked, rows } = await opened();
    rows.setRange(100, 109);
    rows.setRange(900, 909);
    await asked[1]?.answer({ ok: false, error: { kind: 'storage', message: 'broken' } });
    await asked[2]?.answer(pageOf('r', 900, 10, 1000));
    expect(rows.getState().getRow(905)).toBe('r905');
    expect(rows.getState().error).toBeUndefined();
  });

  it('notifies nobody while it is scrolled over loaded rows', async () => {
    const { asked, rows } = await opened(100);
    const told = tellings(rows);
    for (let from = 0; from < 80; from += 4) rows.setRange(from, from + 19);
    expect(told()).toBe(0);
    rows.setRange(95, 114);
    await asked[1]?.answer(pageOf('r', 100, 100, 1000));
    expect(told()).toBe(1);
  });

  it('does not load the whole list while it is scrolled through', async () => {
    const rows = new RowWindow(async (offset, limit) => pageOf('r', offset, limit, 100_000), 100);
    rows.ask('a');
    for (let from = 0; from < 100_000; from += 100) {
      rows.setRange(from, from + 99);
      await Promise.resolve();
      await Promise.resolve();
      await Promise.resolve();
    }
    let held = 0;
    for (let index = 0; index < 100_000; index += 100) if (rows.getState().getRow(index) !== undefined) held += 1;
    expect(held).toBeLessThanOrEqual(60);
    expect(rows.getState().getRow(99_999)).toBe('r99999');
  });
});
