import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failedInPlaywright, failedInVitest } from '../../../electron/dev/failed-tests.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-failed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const report = (value: unknown): string => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
};

const good = { fullName: 'money is kept', status: 'passed', failureMessages: [] };

it('names the failed tests of vitest with their files and messages, and files that could not be loaded', async () => {
  const file = report({
    testResults: [
      { name: '/a.test.ts', status: 'passed', assertionResults: [good] },
      {
        name: '/b.test.ts',
        status: 'failed',
        assertionResults: [
          good,
          { fullName: 'lists grow', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  to be 2'] },
        ],
      },
      { name: '/c.test.ts', status: 'failed', message: 'No such file: x', assertionResults: [] },
    ],
  });
  expect(await failedInVitest(file)).toEqual([
    '/b.test.ts › lists grow\n  expected 1\n    to be 2',
    '/c.test.ts\n  No such file: x',
  ]);
});

it('names the failed and the flaky tests of Playwright, also inside of groups, and cuts long messages', async () => {
  const spec = (title: string, ok: boolean, status: string, message?: string) => ({
    title,
    file: 'shell.spec.ts',
    line: 12,
    ok,
    tests: [{ status, results: message === undefined ? [{}] : [{ error: { message } }, {}] }],
  });
  const inner = {
    specs: [spec('opens', false, 'unexpected', 'x'.repeat(400)), spec('flickers', true, 'flaky', 'once')],
  };
  const file = report({ suites: [{ specs: [spec('closes', true, 'expected')], suites: [inner] }] });
  expect(await failedInPlaywright(file)).toEqual([
    `shell.spec.ts:12 › opens\n  ${'x'.repeat(300)}…`,
    'shell.spec.ts:12 › flickers\n  once',
  ]);
});

it('names nothing without a report', async () => {
  expect(await failedInVitest(join(folder, 'missing.json'))).toEqual([]);
  expect(await failedInPlaywright(report({ suites: 'none' }))).toEqual([]);
});
