import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '#sandbox/index.ts';
import type { TestDesk } from '../../support/desk-core.ts';
import { RECIPE } from '../../support/recipe.ts';
import { FILES, startListsDesk } from '../run-lists/lists-desk.ts';
import { startScheduledDesk } from '../scheduled-lists/scheduled-desk.ts';

let close: () => Promise<void>;
afterEach(() => close());

/** Signs in to a second account and opens the first one again. Returns both ids. */
const withSecond = async (desk: TestDesk): Promise<{ readonly first: string; readonly second: string }> => {
  const first = (await desk.call('account.state', {})).activeId ?? '';
  const other = await startSandbox({ stateDir: null, seed: 2 });
  onTestFinished(() => other.close());
  const form = { baseUrl: other.baseUrl, token: other.token, label: 'Second' };
  const second = (await desk.call('account.signIn', form)).activeId ?? '';
  await desk.call('account.switch', { accountId: first });
  return { first, second };
};
const runsOf = async (desk: TestDesk): Promise<readonly string[]> =>
  (await desk.call('runs.list', { show: 'all', offset: 0, limit: 50 })).rows.map(({ kind }) => kind);

it('a scheduled list is made in its own account if the user opens another one meanwhile', async () => {
  const desk = await startScheduledDesk();
  close = () => desk.close();
  const { first, second } = await withSecond(desk);
  await desk.at('2026-11-05T07:00');
  const { id } = await desk.schedule(await desk.clients('Anna'));
  let isSwitched = false;
  desk.core.on(({ name }) => {
    if (name !== 'scheduledLists.changed' || isSwitched) return;
    isSwitched = true;
    void desk.call('account.switch', { accountId: second });
  });
  await desk.at('2026-11-05T08:00');
  expect(isSwitched).toBe(true);
  expect(await runsOf(desk)).not.toContain('lists');
  await desk.call('account.switch', { accountId: first });
  expect((await desk.settled(id)).last).toMatchObject({ day: '2026-11-05', state: 'done', run: { files: 1 } });
});

it('lists are made in the account in which they were ordered if another one is opened during the dialog', async () => {
  const desk = await startListsDesk();
  close = () => desk.close();
  const { first, second } = await withSecond(desk);
  const clientIds = await desk.clients('Anna');
  const place = join(desk.folder, 'place');
  await mkdir(place);
  const { dialogs } = desk;
  const before = dialogs.chooseFolder;
  dialogs.chooseFolder = async (asked) => {
    await desk.call('account.switch', { accountId: second });
    return before(asked);
  };
  desk.dialogs.folderQueue.push(place);
  const input = {
    kind: 'generate',
    recipe: { ...RECIPE, quantity: 3 },
    output: FILES,
    skipWithoutTraffic: false,
  } as const;
  const run = await desk.call('runs.start', { ...input, clientIds });
  expect(await runsOf(desk)).not.toContain('lists');
  await desk.call('account.switch', { accountId: first });
  await desk.ended(run?.id ?? 0);
  expect(await readdir(place)).toHaveLength(1);
});
