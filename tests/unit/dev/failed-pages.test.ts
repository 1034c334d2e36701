import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFailedPages } from '../../../electron/dev/failed-pages.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'failed-pages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const leave = (test: string, page: string): void => {
  mkdirSync(join(folder, test));
  writeFileSync(join(folder, test, 'error-context.md'), page);
};

it('reads the page of each failed test, with the name of the test', async () => {
  leave('lists-a-list', '- button "Save"');
  leave('clients-a-client', '- grid "Clients"');
  expect(await readFailedPages(folder)).toEqual([
    '== the page of clients-a-client\n- grid "Clients"',
    '== the page of lists-a-list\n- button "Save"',
  ]);
});

it('shows the first lines of a long page, and the first pages of many', async () => {
  for (let test = 0; test < 9; test += 1) leave(`test-${test}`, 'line\n'.repeat(1_000));
  const pages = await readFailedPages(folder);
  expect(pages).toHaveLength(5);
  expect(pages[0]?.split('\n')).toHaveLength(252);
  expect(pages[0]).toMatch(/… and 751 more lines$/);
});

it('finds no page where no test has failed', async () => {
  expect(await readFailedPages(join(folder, 'nothing'))).toEqual([]);
});
