import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { launchDesk, screenshot } from '../support/electron-app.ts';
import { isDone, refuses } from '../support/request-recorder.ts';

test('a broken database is reported on the page that opens, and its copy restores the desk', async () => {
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
  const restore = () => page.getByRole('button', { name: /^Restore the backup from/ }).click();
  await refuses(second, 'system.restoreBackup', restore);
  await restore();
  await page.waitForURL('app://desk/');
  await expect(page.getByRole('button', { name: 'Account: Sandbox' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await second.close();

  const third = await launchDesk({ userDataDir });
  await third.page.waitForURL('app://desk/');
  await third.close();

  await writeFile(data, 'not a database '.repeat(10_000));
  const fourth = await launchDesk({ userDataDir });
  await fourth.page.waitForURL('app://welcome/');
  const startEmpty = () => fourth.page.getByRole('button', { name: 'Start empty' }).click();
  await refuses(fourth, 'system.dismissNotice', startEmpty);
  await isDone(fourth, 'system.dismissNotice', startEmpty);
  await expect(fourth.page.getByText(/The database was damaged/)).toBeHidden();
  await fourth.close();
  await rm(userDataDir, { recursive: true, force: true });
});
