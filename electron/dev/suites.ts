import { readFile } from 'node:fs/promises';

/** How a suite went, in numbers of tests. */
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

/** A check that is one test: it passes or it fails. */
export const oneTest = (code: number): Count => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

/** The command failed in a way its report does not tell of (it crashed, or a file did not load): that is a failure. */
const withExitCode = (count: Count, code: number): Count =>
  code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;

/** Counts from vitest's JSON report. */
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

/** Counts from Playwright's JSON report. A test that passed only at a second try is a defect, and counts as failed. */
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
