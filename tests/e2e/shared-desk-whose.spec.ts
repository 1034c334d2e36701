import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type RunningDesk, screenshot } from '../support/electron-app.ts';
import { isDone, isRefused } from '../support/request-recorder.ts';
import { type Postgres, startPostgres } from '../support/shared-desk/postgres.ts';
import { inEveryLook } from './pages/looks.ts';
import { callFrom, goTo, openServiceDesk } from './pages/open-desk.ts';

const PASSPHRASE = 'seven wet lamps under a bridge';
const IN_TIME = { timeout: 50_000 };

let postgres: Postgres;
let first: Sandbox;
let second: Sandbox;
/** One address with two resellers behind it, distinguished by their tokens. */
let front: Server;
let anna: RunningDesk;
let boris: RunningDesk;

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const startFront = async (services: readonly Sandbox[]): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const service = services.find(({ token }) => request.headers.authorization === `Bearer ${token}`) ?? first;
    const body = await text(request);
    const answer = await fetch(`${new URL(service.baseUrl).origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization: request.headers.authorization ?? '',
        'content-type': request.headers['content-type'] ?? 'application/json',
      },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

test.beforeEach(async () => {
  [postgres, first, second] = await Promise.all([
    startPostgres(),
    startSandbox({ stateDir: null, withPast: false, seed: 1 }),
    startSandbox({ stateDir: null, withPast: false, seed: 2 }),
  ]);
  front = await startFront([first, second]);
  const baseUrl = `${addressOf(front)}${new URL(first.baseUrl).pathname}`;
  anna = await openServiceDesk({ baseUrl, token: first.token }, 'Shop');
  boris = await openServiceDesk({ baseUrl, token: second.token }, 'Other shop');
});
test.afterEach(async () => {
  await Promise.all([anna.close(), boris.close()]);
  front.close();
  await Promise.all([postgres.close(), first.close(), second.close()]);
});

test('a computer with another token is asked whether it belongs to the same reseller before it joins', async () => {
  const call = callFrom(() => boris.page);
  const share = callFrom(() => anna.page);
  await share('sharedDesk.make', { connection: postgres.connection(), name: 'Shop', computer: 'Anna, office' });
  await share('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const invitation = await anna.app.evaluate(({ clipboard }) => clipboard.readText());

  const { page } = boris;
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Join with an invitation…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Invitation' }).fill(invitation);
  await dialog.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'View the invitation' }).click();
  await expect(dialog.getByText(/^No computer on the shared desk uses this token/)).toBeVisible(IN_TIME);
  await expect(dialog.getByText(/^Two resellers must not share a desk/)).toBeVisible();
  await inEveryLook({ page, call }, async (language, look) => {
    await expectAccessible(page, look);
    await screenshot(page, `out/reports/whose-desk-${language}.png`);
  });
  await call('settings.update', { language: 'en', theme: 'light' });
  await dialog.getByRole('textbox', { name: 'Name of this computer' }).fill('Boris');
  const join = () => dialog.getByRole('button', { name: 'Join', exact: true }).click();
  await isRefused(boris, 'sharedDesk.join', join, { tells: /^This computer has not joined: confirm first/ });
  await expect(dialog.getByText(/^This computer has not joined: confirm first/)).toBeInViewport({ ratio: 1 });
  await screenshot(page, 'out/reports/whose-refused.png');
  await expect(dialog).toBeVisible();
  expect((await call('sharedDesk.state', {})).status).toBe('none');

  const same = dialog.getByRole('checkbox', { name: /^It is the same reseller/ });
  await expect(same).not.toBeChecked();
  await expect(same).toBeFocused();
  await same.check();
  await isDone(boris, 'sharedDesk.join', join);
  await expect(dialog).toBeHidden(IN_TIME);
  const bar = page.getByRole('contentinfo').getByRole('button', { name: 'With Anna, office · up to date' });
  await expect(bar).toBeVisible(IN_TIME);
});
