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

describe('counting the reports of the suites', () => {
  it('reads those of vitest', async () => {
    const file = report({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 });
    expect(await countVitest(file, 1)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('reads those of Playwright, and counts a flaky test as failed', async () => {
    const file = report({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } });
    expect(await countPlaywright(file, 1)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it('never counts a suite that broke as passed', async () => {
    expect(await countVitest(join(folder, 'missing.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(await countPlaywright(report({ stats: { expected: 3 } }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(oneTest(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('adds them up', () => {
    expect(sum([oneTest(0), oneTest(1), { passed: 3, failed: 0, skipped: 2 }])).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
    });
  });
});
