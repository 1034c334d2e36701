import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeBackup } from '#core/storage/backups.ts';
import { launchDesk, screenshot } from '../support/electron-app.ts';

test('a broken database is said on the page that opens, and its copy brings the desk back', async () => {
  const userDataDir = await mkdtemp(join(tmpdir(), 'desk-broken-'));
  const data = join(userDataDir, 'data', 'desk.db');
  const first = await launchDesk({ userDataDir, args: ['--try-sandbox'] });
  await first.page.waitForURL('app://desk/');
  await first.close();
  await makeBackup(data, join(userDataDir, 'backups'), Date.now());
  await writeFile(data, 'not a database '.repeat(10_000));

  const second = await launchDesk({ userDataDir });
  const { page } = second;
  await page.waitForURL('app://welcome/');
  await expect(page.getByRole('alert')).toContainText('desk.broken-');
  await screenshot(page, 'out/reports/broken-database.png');
  await page.getByRole('button', { name: /^Restore the backup of/ }).click();
  await page.waitForURL('app://desk/');
  await expect(page.getByRole('button', { name: 'Account: Sandbox' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await second.close();

  const third = await launchDesk({ userDataDir });
  await third.page.waitForURL('app://desk/');
  await third.close();
  await rm(userDataDir, { recursive: true, force: true });
});
