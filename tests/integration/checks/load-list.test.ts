import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChecksDesk, startChecksDesk } from './checks-desk.ts';

let desk: ChecksDesk;
beforeEach(async () => {
  desk = await startChecksDesk();
});
afterEach(() => desk.close());

const linesOf = async (listId: number, formatId: 1 | 2 | 3): Promise<readonly string[]> =>
  (await desk.call('lists.lines', { listId, variant: 'domain', formatId, reveal: true, offset: 0, limit: 500 })).lines;

const countLists = async (): Promise<number> => (await desk.call('lists.list', { offset: 0, limit: 1 })).total;
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

  it('keeps lines without a proxy, and says which they are', async () => {
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

  it.each([
    ['a scheme before the login', 'socks5://user:pass@45.10.20.1:8000', '45.10.20.1:8000:user:pass'],
    ['a scheme before the host', 'http://45.10.20.1:8000:user:pass', '45.10.20.1:8000:user:pass'],
    ['tabs', '45.10.20.1\t8000\tuser\tpass', '45.10.20.1:8000:user:pass'],
    ['pipes', '45.10.20.1|8000|user|pass', '45.10.20.1:8000:user:pass'],
    ['blanks', '45.10.20.1 8000 user pass', '45.10.20.1:8000:user:pass'],
    ['the login first', 'user:pass:45.10.20.1:8000', '45.10.20.1:8000:user:pass'],
    ['the login first and a password of digits', 'user:12345:45.10.20.1:8000', '45.10.20.1:8000:user:12345'],
    ['the host before the login', '45.10.20.1:8000@user:pass', '45.10.20.1:8000:user:pass'],
    ['IPv6 without brackets', '2001:db8::1:8000:user:pass', '[2001:db8::1]:8000:user:pass'],
    ['a password with a colon', 'http://45.10.20.1:8000:user:pa:ss', '45.10.20.1:8000:user:pa:ss'],
    ['a rotation link', '45.10.20.1:8000:user:pass[https://x.example/?k=1]', null],
  ])("is read in suppliers' formats: %s", async (_, line, kept) => {
    const listId = await desk.load(line);
    expect((await desk.call('lists.get', { listId })).issues).toEqual([]);
    expect(await linesOf(listId, 1)).toEqual([kept ?? line]);
  });

  it('is read by the columns that its first line names', async () => {
    const head = 'country;password;login;port;ip;date_end';
    const listId = await desk.load(
      `${head}\r\nru;pass1;user1;8000;45.10.20.1;2026-12-01\r\nru;pass2;user2;8000;bad host;`,
    );
    expect(await linesOf(listId, 1)).toEqual(['45.10.20.1:8000:user1:pass1', 'ru;pass2;user2;8000;bad host;']);
    expect((await desk.call('lists.get', { listId })).issues).toMatchObject([{ code: 'no-proxy', got: '3', lines: 1 }]);
  });

  it('has the protocol that its lines name, and a line with another one keeps it', async () => {
    const lines = ['socks5://u:p@45.10.20.1:1', 'socks5://u:p@45.10.20.2:1', 'http://u:p@45.10.20.3:1'];
    const listId = await desk.load(lines.join('\n'));
    expect((await desk.call('lists.get', { listId })).recipe).toMatchObject({ protocol: 'socks5', formatId: 1 });
    expect(await linesOf(listId, 1)).toEqual(['45.10.20.1:1:u:p', '45.10.20.2:1:u:p', 'http://45.10.20.3:1:u:p']);
  });

  it('counts two logins at one address as two proxies', async () => {
    const listId = await desk.load('gw.example:1:u:session-1\ngw.example:1:u:session-2\ngw.example:1:u:session-1');
    expect(await desk.call('lists.get', { listId })).toMatchObject({ domainLines: 3, duplicates: 1 });
  });

  it('counts each line that it leaves out once, and checks the others', async () => {
    const listId = await desk.load('gw.example:1:u:p\none\u0001two\nthree\u0001four\nfive\u0001six');
    const list = await desk.call('lists.get', { listId });
    expect(list.domainLines).toBe(1);
    expect(list.issues).toMatchObject([{ code: 'control-characters', lines: 3 }]);
    const run = await desk.ended((await desk.start(listId)).id);
    expect(run).toMatchObject({ total: 1 });
  });

  describe('with ambiguous lines', () => {
    const TEXT = 'gw.example:8000:user:pass\nan.na:12345:gw.example:8000\nbo.ris:23456:gw.example:8000';
    const ask = async () => {
      const path = join(desk.folder, 'two-ways.txt');
      await writeFile(path, TEXT);
      desk.dialogs.openQueue.push(path);
      return desk.call('lists.load', { answer: null });
    };

    it('creates nothing before the user has chosen a reading', async () => {
      const before = await countLists();
      const asked = await ask();
      expect(asked).toEqual({
        listId: null,
        question: { fileId: expect.any(Number), lines: 2, loginLast: 'an.na:12345', loginFirst: 'gw.example:8000' },
      });
      expect(await countLists()).toBe(before);
    });

    it.each([
      [true, 'gw.example:8000:an.na:12345'],
      [false, 'an.na:12345:gw.example:8000'],
    ])('reads them as the user answered (login first: %s)', async (loginFirst, second) => {
      const fileId = (await ask())?.question?.fileId ?? 0;
      const loaded = await desk.call('lists.load', { answer: { fileId, loginFirst } });
      expect((await linesOf(loaded?.listId ?? 0, 1))[1]).toBe(second);
    });

    it('does not accept an answer about another file', async () => {
      const first = (await ask())?.question?.fileId ?? 0;
      await ask();
      await expect(desk.call('lists.load', { answer: { fileId: first, loginFirst: true } })).rejects.toMatchObject({
        details: { code: 'list-file-forgotten' },
      });
    });
  });

  it('is read in its own encoding', async () => {
    const listId = await desk.load(Buffer.from('\uFEFFgw.example:1:u:p\n', 'utf16le'));
    expect(await linesOf(listId, 1)).toEqual(['gw.example:1:u:p']);
  });

  it('is refused with a message when it contains nothing usable', async () => {
    const before = (await desk.call('lists.list', { offset: 0, limit: 1 })).total;
    expect(await refusal('')).toBe('csv-empty');
    expect(await refusal('hello\nworld')).toBe('list-no-proxies');
    expect(await refusal(Buffer.from('AB\u0000CDEFGHIJ'))).toBe('csv-not-text');
    expect(await refusal('gw.example:1:u:p\n'.repeat(200_001))).toBe('list-too-long');
    expect(await refusal(`${'x'.repeat(2_001)}\n`)).toBe('list-line-too-long');
    expect((await desk.call('lists.list', { offset: 0, limit: 1 })).total).toBe(before);
  });

  it('asks for the file, and does nothing when the dialog is closed', async () => {
    expect(await desk.call('lists.load', { answer: null })).toBeNull();
    expect(desk.dialogs.asked).toMatchObject([{ kind: 'open' }]);
  });

  it('with 100,000 lines is complete to its last line', async () => {
    const listId = await desk.load(
      Array.from({ length: 100_000 }, (_, index) => `gw.example:${1 + (index % 65_000)}:u${index}:p`).join('\n'),
    );
    expect((await desk.call('lists.get', { listId })).domainLines).toBe(100_000);
    const last = await desk.call('lists.lines', {
      listId,
      variant: 'domain',
      formatId: 1,
      reveal: false,
      offset: 99_999,
      limit: 5,
    });
    expect(last.lines).toEqual(['gw.example:35000:u99999:••••••••']);
  });
});
