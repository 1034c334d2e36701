import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createGraphicsWatch,
  isGraphicsOff,
  readGraphicsOff,
  writeGraphicsOff,
} from '../../../electron/main/graphics.ts';

describe('the file of the graphics', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-graphics-'));
    file = join(folder, 'graphics.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns what was written, and nothing if nothing is switched off', () => {
    expect(readGraphicsOff(file)).toBeNull();
    const off = { by: 'deaths', version: '1 130', isTold: false } as const;
    writeGraphicsOff(file, off);
    expect(readGraphicsOff(file)).toEqual(off);
    writeGraphicsOff(file, null);
    expect(readGraphicsOff(file)).toBeNull();
    expect(() => writeGraphicsOff(join(folder, 'gone', 'graphics.json'), off)).not.toThrow();
  });

  it.each(['', '{', '[]', '{"by":"fate","version":"1"}', '{"by":"user","version":1}'])(
    'is ignored when it contains %j',
    (text) => {
      writeFileSync(file, text);
      expect(readGraphicsOff(file)).toBeNull();
    },
  );

  it("keeps the user's choice, and a crash only for the version that crashed", () => {
    expect(isGraphicsOff(null, '1')).toBe(false);
    expect(isGraphicsOff({ by: 'deaths', version: '1', isTold: true }, '1')).toBe(true);
    expect(isGraphicsOff({ by: 'deaths', version: '1', isTold: true }, '2')).toBe(false);
    expect(isGraphicsOff({ by: 'user', version: '1', isTold: true }, '2')).toBe(true);
  });
});

describe('crashes of the graphics process', () => {
  it('are too many at the third within an hour, reported once', () => {
    let now = 0;
    const dies = createGraphicsWatch(() => now);
    const at = (minutes: number): boolean => {
      now = minutes * 60_000;
      return dies();
    };
    expect([0, 40, 70, 90, 91, 92].map(at)).toEqual([false, false, false, true, false, false]);
  });
});
