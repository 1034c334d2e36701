import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLastStart, writeLastStart } from '../../../electron/main/last-start.ts';

describe('what the window looked like at last', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'desk-last-'));
    file = join(folder, 'last-start.json');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is read back as it was written', () => {
    const last = { page: 'desk', theme: 'dark', language: 'ru', toldBackground: true } as const;
    writeLastStart(file, last);
    expect(readLastStart(file)).toEqual(last);
  });

  it('is not known at the first start, nor when it could not be written', () => {
    expect(readLastStart(file)).toBeNull();
    writeLastStart(join(folder, 'no', 'such', 'folder'), {
      page: 'desk',
      theme: 'dark',
      language: 'ru',
      toldBackground: true,
    });
    expect(readLastStart(join(folder, 'no', 'such', 'folder'))).toBeNull();
  });

  it.each(['', 'null', '[]', '"desk"', '{"page":"https://example.com/"}', '{"theme":"dark"}'])(
    'is not taken from a file that says %j',
    async (text) => {
      await writeFile(file, text);
      expect(readLastStart(file)).toBeNull();
    },
  );

  it('follows the system where the file names no theme of ours', async () => {
    await writeFile(file, '{"page":"welcome","theme":"pink"}');
    expect(readLastStart(file)).toEqual({ page: 'welcome', theme: 'system', toldBackground: false });
  });
});
