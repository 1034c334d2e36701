import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChecksDesk, startChecksDesk } from './checks-desk.ts';

let desk: ChecksDesk;
beforeEach(async () => {
  desk = await startChecksDesk();
});
afterEach(() => desk.close());

const linesOf = async (listId: number, formatId: 1 | 2 | 3): Promise<readonly string[]> =>
  (await desk.call('lists.lines', { listId, variant: 'domain', formatId, reveal: true, offset: 0, limit: 500 })).lines;
const refusal = async (text: string | Buffer): Promise<string | undefined> => {
  const error = await desk.load(text).catch((thrown: { details?: { code?: string } }) => thrown);
  return typeof error === 'number' ? undefined : error.details?.code;
};

describe('a list from a file', () => {
  it.each([
    [1, 'gw.example:8000:user:pass'],
    [2, 'user:pass@gw.example:8000'],
    [3, 'gw.example:8000'],
  ] as const)('is read in layout %i', async (formatId, line) => {
    const listId = await desk.load(`\uFEFF${line}\r\n\r\n  ${line}  \n`);
    const list = await desk.call('lists.get', { listId });
    expect(list).toMatchObject({ title: 'Прокси', state: 'complete', domainLines: 2, clientId: null, duplicates: 1 });
    expect(list.recipe).toMatchObject({ poolType: null, formatId, quantity: 2 });
    expect(list.issues).toEqual([]);
    expect(await linesOf(listId, formatId)).toEqual([line, line]);
  });

  it('keeps lines that are none, and says which', async () => {
    const lines = [
      'gw.example:8000:user:pass',
      '# a comment',
      'user:pass@gw.example:8000',
      'gw.example:8000:user',
      'x:y:1:2:3',
    ];
    const listId = await desk.load(lines.join('\n'));
    const { issues, recipe } = await desk.call('lists.get', { listId });
    expect(recipe.formatId).toBe(1);
    expect(issues).toEqual([{ chunk: 1, code: 'no-proxy', expected: '', got: '2, 4, 5', lines: 3 }]);
    expect(await linesOf(listId, 1)).toEqual(lines);
  });

  it('is read in the encoding it has', async () => {
    const listId = await desk.load(Buffer.from('\uFEFFgw.example:1:u:p\n', 'utf16le'));
    expect(await linesOf(listId, 1)).toEqual(['gw.example:1:u:p']);
  });

  it('is refused in words when it holds nothing that can be used', async () => {
    const before = (await desk.call('lists.list', { offset: 0, limit: 1 })).total;
    expect(await refusal('')).toBe('csv-empty');
    expect(await refusal('hello\nworld')).toBe('list-no-proxies');
    expect(await refusal(Buffer.from('AB\u0000CDEFGHIJ'))).toBe('csv-not-text');
    expect(await refusal('gw.example:1:u:p\n'.repeat(200_001))).toBe('list-too-long');
    expect(await refusal(`${'x'.repeat(2_001)}\n`)).toBe('list-line-too-long');
    expect((await desk.call('lists.list', { offset: 0, limit: 1 })).total).toBe(before);
  });

  it('asks for the file, and does nothing when the dialog is closed', async () => {
    expect(await desk.call('lists.load', {})).toBeNull();
    expect(desk.dialogs.asked).toMatchObject([{ kind: 'open' }]);
  });

  it('of 100,000 lines is there to its last line', async () => {
    const listId = await desk.load(
      Array.from({ length: 100_000 }, (_, index) => `gw.example:${1 + (index % 65_000)}:u${index}:p`).join('\n'),
    );
    expect((await desk.call('lists.get', { listId })).domainLines).toBe(100_000);
    const last = await desk.call('lists.lines', {
      ...{ listId, variant: 'domain', formatId: 1, reveal: false, offset: 99_999, limit: 5 },
    });
    expect(last.lines).toEqual(['gw.example:35000:u99999:••••••••']);
  });
});
