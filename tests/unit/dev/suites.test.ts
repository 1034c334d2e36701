import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, oneTest, sum } from '../../../electron/dev/suites.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-suites-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const report = (value: unknown): string => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
};

describe('counting what the suites report', () => {
  it('reads vitest', async () => {
    const file = report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 });
    expect(await countVitest(file, 1)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('reads Playwright, and takes a flaky test for a failed one', async () => {
    const file = report({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } });
    expect(await countPlaywright(file, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it('never takes a suite that broke for one that passed', async () => {
    expect(await countVitest(join(folder, 'missing.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(await countPlaywright(report({ stats: { expected: 3 } }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(oneTest(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('adds up', () => {
    expect(sum([oneTest(0), oneTest(1), { passed: 3, failed: 0, skipped: 2 }])).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
    });
  });
});
