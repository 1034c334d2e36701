import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerSaveDialog } from '../support/electron-app.ts';
import { isDone, refuses } from '../support/request-recorder.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { inEveryLook } from './pages/looks.ts';
import { shareWindow } from './pages/shared-window.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const shared = shareWindow();
let desk: TrafficDesk;
let folder: string;

const button = (name: string | RegExp) => desk.page.getByRole('button', { name });

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'links-'));
  desk = await openTrafficDesk(shared.openServiceDesk);
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

test('a pasted table of new clients gets VPN, a file of links and the messages', async () => {
  const { page, call } = desk;
  await new ClientsPage(page).open();
  await button('Other ways to import').click();
  await page.getByRole('menuitem', { name: 'Paste a table' }).click();
  await page
    .getByRole('textbox', { name: 'Copied rows' })
    .fill('Messenger ID\tClient key\tName\n5550001\tboris\tBoris\n5550002\tclara\tClara');
  await button('Show the table').click();
  await button(/^Import 2 clients/).click();
  await button('Buy VPN for 2 new clients…').click();
  await expect(page.getByRole('heading', { level: 1, name: 'New VPN subscriptions' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Leave out clients whose VPN is running' })).toBeChecked();
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `VPN for many, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await button('Make the plan').click();
  await button(/^Buy VPN for 2 clients for/).click();
  await expect(button('Save the links…')).toBeVisible();
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `a run of VPN, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });

  const path = join(folder, 'links.txt');
  await answerSaveDialog(desk.app, path);
  const save = async () => {
    await button('Save the links…').click();
    await page.getByRole('menuitem', { name: 'Text: one link per line' }).click();
  };
  await refuses(desk, 'runs.saveLinks', save);
  await isDone(desk, 'runs.saveLinks', save);
  await expect(page.getByText('2 links were saved to links.txt.')).toBeVisible();
  expect(await readFile(path, 'utf8')).toMatch(/^Boris · boris: https:\S+\nClara · clara: https:\S+\n$/);

  await button('Hand over these…').click();
  const preview = page.getByRole('region', { name: 'What the client gets' });
  await expect(preview).toContainText('Hello, Boris!');
  await button('Copy message, open chat').click();
  await button('Next client').click();
  await expect(preview).toContainText('Hello, Clara!');
});
