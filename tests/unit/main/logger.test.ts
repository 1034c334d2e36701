import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileLogger, maskCredentials } from '../../../electron/main/ports/logger.ts';
import { OWN_FILE, OWN_FOLDER, rightsOf } from '../../support/file-rights.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'desk-log-')), 'logs');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

describe('the log', () => {
  it('consists of lines of JSON that only their owner can read', async () => {
    createFileLogger(folder, () => 0).warn('something', { count: 3 });
    const file = join(folder, 'desk.log');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      message: 'something',
      count: 3,
    });
    expect(await rightsOf(file)).toBe(OWN_FILE);
    expect(await rightsOf(folder)).toBe(OWN_FOLDER);
  });

  it('keeps three files of at most 1 MB, the newest lines among them', () => {
    const logger = createFileLogger(folder, () => 0);
    const filler = 'x'.repeat(100_000);
    for (let line = 0; line < 60; line += 1) logger.info(filler, { line });
    const files = readdirSync(folder).sort();
    expect(files).toEqual(['desk.log', 'desk.log.1', 'desk.log.2']);
    for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(1024 * 1024);
    expect(readFileSync(join(folder, 'desk.log'), 'utf8')).toContain('"line":59');
  });

  it('continues in the file of the last run', () => {
    createFileLogger(folder, () => 0).info('first');
    createFileLogger(folder, () => 0).info('second');
    expect(readFileSync(join(folder, 'desk.log'), 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('removes anything that looks like a credential', () => {
    expect(maskCredentials('{"h":"Bearer abc.DEF-1"}')).toBe('{"h":"Bearer ***"}');
    expect(maskCredentials('at http://user:pass@10.0.0.1:8080/x')).toBe('at http://***@10.0.0.1:8080/x');
  });
});
