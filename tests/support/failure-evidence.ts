import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, type TestInfo, test } from '@playwright/test';

/** Returns the running test, or `null` in the bench, which opens windows outside of any test. */
export const runningTest = (): TestInfo | null => {
  try {
    return test.info();
  } catch {
    return null;
  }
};

/** Records what the page and the app did, in order, for a failed test: loaded pages, console messages and the app's log. */
export const collectEvidence = (
  page: Page,
  userDataDir: string,
): { printIfFailed(isFailed: boolean): Promise<void> } => {
  const started = Date.now();
  const lines: string[] = [];
  const note = (text: string): void => {
    lines.push(`${Date.now() - started} ms: ${text}`);
  };
  page.on('load', () => note(`loaded ${page.url()}`));
  page.on('crash', () => note('the page crashed'));
  page.on('close', () => note('the page closed'));
  page.on('pageerror', (error) => note(`error ${error.message}`));
  page.on('console', (message) => note(`console ${message.type()}: ${message.text()}`));
  return {
    printIfFailed: async (isFailed) => {
      const info = runningTest();
      if (info === null) return;
      if (!isFailed && info.errors.length === 0 && info.status === info.expectedStatus) return;
      const log = await readFile(join(userDataDir, 'logs', 'desk.log'), 'utf8').catch(() => 'no log');
      process.stdout.write(`\n${info.title}\n${lines.join('\n')}\n${log}\n`);
    },
  };
};
