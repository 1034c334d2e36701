import { readFile } from 'node:fs/promises';

/** The number of window tests that run at the same time: more than there are cores, because they wait a lot. */
export const WINDOW_WORKERS = 4;

/** The result of a suite, in numbers of tests. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, count) => total + count.passed, 0),
  failed: counts.reduce((total, count) => total + count.failed, 0),
  skipped: counts.reduce((total, count) => total + count.skipped, 0),
});

/** Counts a check as one test that passes or fails. */
export const oneTest = (code: number): Count => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

/**
 * Counts a failed command as a failed test even if its report shows none, because it crashed or a file did not load.
 */
const withExitCode = (count: Count, code: number): Count =>
  code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;

/** Reads the counts from vitest's JSON report. */
export const countVitest = async (report: string, code: number): Promise<Count> => {
  const root = await readJson(report);
  return withExitCode(
    {
      passed: numberAt(root, 'numPassedTests'),
      failed: numberAt(root, 'numFailedTests'),
      skipped: numberAt(root, 'numPendingTests') + numberAt(root, 'numTodoTests'),
    },
    code,
  );
};

/** Reads the counts from Playwright's JSON report. A test that passed only on its second try counts as failed. */
export const countPlaywright = async (report: string, code: number): Promise<Count> => {
  const stats = propertyOf(await readJson(report), 'stats');
  return withExitCode(
    {
      passed: numberAt(stats, 'expected'),
      failed: numberAt(stats, 'unexpected') + numberAt(stats, 'flaky'),
      skipped: numberAt(stats, 'skipped'),
    },
    code,
  );
};

const readJson = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
};

const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

const numberAt = (value: unknown, key: string): number => {
  const found = propertyOf(value, key);
  return typeof found === 'number' ? found : 0;
};
