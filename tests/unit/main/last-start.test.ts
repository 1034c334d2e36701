import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLastStart, writeLastStart } from '../../../electron/main/last-start.ts';

describe('the last appearance of the window', () => {
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

  it('is unknown at the first start, and when it could not be written', () => {
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
    'is not read from a file that contains %j',
    async (text) => {
      await writeFile(file, text);
      expect(readLastStart(file)).toBeNull();
    },
  );

  it('follows the system if the file names an unknown theme', async () => {
    await writeFile(file, '{"page":"welcome","theme":"pink"}');
    expect(readLastStart(file)).toEqual({ page: 'welcome', theme: 'system', toldBackground: false });
  });
});
