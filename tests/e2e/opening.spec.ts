import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { launchDesk } from '../support/electron-app.ts';

test.skip(process.platform === 'win32', 'the start is held up by a file that is a pipe');

test('a desk whose data takes long to open says so, and then opens', async () => {
  const first = await launchDesk({ args: ['--try-sandbox'] });
  const account = { name: 'Account: Sandbox' } as const;
  await expect(first.page.getByRole('button', account)).toBeVisible();
  await first.app.close();
  // The core reads this file before it opens the database, and waits until somebody has written into it.
  const note = join(first.userDataDir, 'data', 'desk.left');
  await rm(note);
  spawnSync('mkfifo', [note]);

  const second = await launchDesk({ userDataDir: first.userDataDir });
  const opening = second.page.getByText(/^Opening your data\./);
  await expect(opening).toBeVisible();
  await expectAccessible(second.page, 'the data is being opened');
  await writeFile(note, '');
  await rm(note);
  await expect(second.page.getByRole('button', account)).toBeVisible();
  await expect(opening).toBeHidden();
  await second.close();
  await first.close();
});
