import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { answerOpenDialog } from '../support/electron-app.ts';
import { isDone, refuses } from '../support/request-recorder.ts';
import { ClientsPage } from './pages/clients-page.ts';
import { openJob } from './pages/jobs.ts';
import { inEveryLook } from './pages/looks.ts';
import { shareWindow } from './pages/shared-window.ts';
import { openTrafficDesk, type TrafficDesk } from './pages/traffic-page.ts';

const shared = shareWindow();
let desk: TrafficDesk;
let clients: ClientsPage;
let folder: string;

const button = (name: string | RegExp) => desk.page.getByRole('button', { name, exact: true });
const position = () =>
  desk.page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: / of \d/ });

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  desk = await openTrafficDesk(shared.openServiceDesk);
  const { call } = desk;
  for (const [index, name] of ['Boris', 'Clara', 'Dmitri'].entries()) {
    const fields = { messengerId: 4_242_424 + index, clientKey: name.toLowerCase(), name, note: '', tags: [] };
    const { id: clientId } = await call('clients.add', fields);
    if (name === 'Dmitri') continue;
    const offer = await call('purchases.offer', { order: { kind: 'vpn-buy', clientId, periodMonths: 1 } });
    await call('purchases.confirm', { offerId: offer.offerId, priceKopecks: offer.priceKopecks });
    await call('vpn.refresh', { clientId });
  }
  clients = new ClientsPage(desk.page);
  await clients.open();
});
test.afterEach(async () => {
  await desk.close();
  await rm(folder, { recursive: true, force: true });
});

test('clients get their messages one by one, and the window remembers where one stands', async () => {
  const { page, call } = desk;
  await clients.select('Boris', 'Clara', 'Dmitri');
  await clients.bulk('More actions').click();
  await page.getByRole('menuitem', { name: 'Hand over one by one…' }).click();
  await expect(page.getByText('1 client has nothing to hand over and is left out.')).toBeVisible();
  await expect(position()).toHaveText('1 of 3');
  await expect(page.getByRole('region', { name: 'What the client gets' })).toContainText('Hello, Boris!');
  await expect(button('Copy message, open chat')).toBeFocused();
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `a hand-over queue, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });

  await button('Copy message').click();
  await expect(page.getByText('Handed over', { exact: true })).toBeVisible();
  await expect(button('Next client')).toBeFocused();
  await page.reload();
  const waits = page.getByText('1 client waits. You can continue at any time.');
  await openJob(page, 'Handing over to 3 clients', waits);
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `the clients of a queue, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await button('Continue').click();
  await expect(page.getByRole('region', { name: 'What the client gets' })).toContainText('Hello, Clara!');
  await expect(position()).toHaveText('2 of 3');
  await button('Skip').click();
  await expect(page.getByRole('heading', { name: 'Nobody is left in this queue' })).toBeVisible();
  await expect(page.getByText('Handed over: 1. Skipped: 1. With nothing to hand over: 1.')).toBeVisible();
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `a queue that is over, ${look}`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await button('All clients of the queue').click();
  await button('Bring 1 skipped client back').click();
  await button('Continue').click();
  await button('Copy message, open chat').press('Enter');
  await button('Finish').press('Enter');
  await expect(page.getByText('Handed over: 2. Skipped: 0. With nothing to hand over: 1.')).toBeVisible();
});

/** Holds the next "choose a folder" dialog open, and returns a function that answers it. */
const holdFolderDialog = async () => {
  await desk.app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = () =>
      new Promise((resolve) => {
        Object.assign(globalThis, {
          answerFolder: (path: string) => resolve({ canceled: false, filePaths: [path] }),
        });
      });
  });
  return (path: string) =>
    desk.app.evaluate(
      (_, chosen) => (globalThis as unknown as { answerFolder(path: string): void }).answerFolder(chosen),
      path,
    );
};

test('the pages of all who wait are saved into a folder at once, and can be stopped', async () => {
  const { page, call } = desk;
  // Clara was removed after the queue was made.
  await clients.select('Boris', 'Clara');
  await clients.bulk('More actions').click();
  await page.getByRole('menuitem', { name: 'Hand over one by one…' }).click();
  await expect(position()).toHaveText('1 of 2');
  const { rows } = await call('clients.list', {
    filter: { search: 'Clara' },
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  await call('clients.remove', { clientIds: rows.map(({ id }) => id) });

  const saveAll = () => button('Save the pages of 2 clients…').click();
  await answerOpenDialog(desk.app, folder);
  await refuses(desk, 'handover.savePages', saveAll);
  const answer = await holdFolderDialog();
  await saveAll();
  await expect(page.getByText('Pages are being saved… 0 of 2')).toBeVisible();
  await refuses(desk, 'handover.stopPages', () => button('Stop').click());
  await isDone(desk, 'handover.stopPages', () => button('Stop').click());
  await answer(folder);
  await expect(page.getByText(/0 pages saved to .* Stopped\./)).toBeVisible();
  expect(await readdir(folder)).toEqual([]);

  await answerOpenDialog(desk.app, folder);
  await isDone(desk, 'handover.savePages', saveAll);
  await expect(page.getByText(/1 page saved to/)).toBeVisible();
  await expect(page.getByText(/2\. Clara.*: the client was removed/)).toBeVisible();
  expect(await readdir(folder)).toEqual(['Boris · boris.html']);
  await inEveryLook(desk, async (_, look) => {
    await expectAccessible(page, `the pages of a queue, ${look}`);
  });
});
