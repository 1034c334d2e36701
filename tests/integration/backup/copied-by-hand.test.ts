import { cpSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { createFakeSecrets, type FakeSecrets } from '../../support/fake-secrets.ts';
import { buy, held, idsOf } from '../dedicated/dedicated-desk.ts';
import { DAY, type StandingDesk, startStandingDesk } from '../standing/standing-desk.ts';

/**
 * Copies of the desk that the app did not make itself. No service reports when a proxy ends, so each copy uses its own file.
 */
let sandbox: Sandbox;
let root: string;
const desks: StandingDesk[] = [];
beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  root = await mkdtemp(join(tmpdir(), 'by-hand-'));
});
afterEach(async () => {
  for (const { desk } of desks.splice(0)) await desk.close();
  await sandbox.close();
});

const folder = (name: string) => ({ data: join(root, name, 'data'), backups: join(root, name, 'backups') });
const open = async (name: string, secrets: FakeSecrets, signIn = false): Promise<StandingDesk> => {
  const desk = await startStandingDesk({ sandbox, paths: folder(name), secrets, signIn });
  desks.push(desk);
  return desk;
};
const close = async (desk: StandingDesk): Promise<void> => {
  desks.splice(desks.indexOf(desk), 1);
  await desk.desk.close();
};
/** Two proxies, and an order that automatically extends them three days before they end. */
const withOrder = async (secrets: FakeSecrets): Promise<{ desk: StandingDesk; orderId: number }> => {
  const desk = await open('one', secrets, true);
  await buy(desk.desk, { count: 2, period: 7 });
  const { id } = await desk.save(
    desk.renewing([], {
      action: { kind: 'dedicated-prolong', period: 30, daysBefore: 3 },
      targets: { of: 'proxies', proxyIds: idsOf(await held(desk.desk)) },
    }),
  );
  await desk.look();
  return { desk, orderId: id };
};
const prolonged = async ({ desk }: StandingDesk): Promise<number> =>
  (await desk.control.requests({ method: 'POST', path: '/dedicated/prolong' })).length;
const copyFound = async ({ desk }: StandingDesk): Promise<boolean> =>
  (await desk.call('system.info', {})).copyFoundAt !== null;
const daysLater = async (desk: StandingDesk): Promise<void> => {
  desk.clock.skip(5 * DAY);
  await desk.look();
  await desk.look();
};

describe('a folder that was copied by hand', () => {
  it('pays for nothing automatically on the other computer, says so once, and is a normal desk afterwards', async () => {
    const secrets = createFakeSecrets();
    const { desk, orderId } = await withOrder(secrets);
    await close(desk);
    cpSync(folder('one').data, folder('two').data, { recursive: true });

    const one = await open('one', secrets);
    const copied = createFakeSecrets();
    const two = await open('two', copied);
    const { activeId } = await two.desk.call('account.state', {});
    const { baseUrl, token } = sandbox;
    await two.desk.call('account.signIn', { baseUrl, token, label: 'Two', accountId: activeId ?? '' });
    await daysLater(one);
    await daysLater(two);

    expect(await prolonged(one)).toBe(1);
    expect(await two.order(orderId)).toMatchObject({ isOn: false, blockedReason: { code: 'restored' } });
    expect([await copyFound(one), await copyFound(two)]).toEqual([false, true]);

    // The user has examined the copy, which from then on belongs to this computer.
    await two.desk.call('system.dismissNotice', { notice: 'copy' });
    await two.desk.call('standing.setOn', { orderId, isOn: true });
    await two.desk.restart();
    await two.look();
    expect(await copyFound(two)).toBe(false);
    expect(await two.order(orderId)).toMatchObject({ isOn: true });
  });

  it('pays for nothing automatically if the keychain was copied with it, in another place', async () => {
    const secrets = createFakeSecrets();
    const { desk, orderId } = await withOrder(secrets);
    await close(desk);
    cpSync(folder('one').data, folder('two').data, { recursive: true });
    const copied = createFakeSecrets();
    for (const [name, secret] of secrets.kept) await copied.set(name, secret);
    const two = await open('two', copied);
    await daysLater(two);
    expect(await prolonged(two)).toBe(0);
    expect(await two.order(orderId)).toMatchObject({ isOn: false, blockedReason: { code: 'restored' } });
  });
});

describe('an older file that was restored by hand', () => {
  it.each(['of before the start', 'of the same start'])(
    '%s: nothing is paid twice, and runs do not continue',
    async (of) => {
      const secrets = createFakeSecrets();
      const { desk, orderId } = await withOrder(secrets);
      const older = join(root, 'older.db');
      let now = desk;
      if (of === 'of before the start') {
        await close(desk);
        cpSync(join(folder('one').data, 'desk.db'), older);
        now = await open('one', secrets);
      } else {
        const { name } = await makeBackup(join(folder('one').data, 'desk.db'), folder('one').backups, 1);
        cpSync(join(folder('one').backups, name), older);
      }
      await daysLater(now);
      expect(await prolonged(now)).toBe(1);
      await close(now);
      cpSync(older, join(folder('one').data, 'desk.db'));

      const back = await open('one', secrets);
      await daysLater(back);
      expect(await prolonged(back)).toBe(1);
      expect(await copyFound(back)).toBe(true);
      expect(await back.order(orderId)).toMatchObject({ isOn: false, blockedReason: { code: 'restored' } });
    },
  );
});

it('a desk that the app itself restored is not reported as a copy again', async () => {
  const secrets = createFakeSecrets();
  const { desk } = await withOrder(secrets);
  const { name } = await makeBackup(join(folder('one').data, 'desk.db'), folder('one').backups, Date.now());
  const { offerId } = await desk.desk.call('backup.openCopy', { name });
  await desk.desk.call('backup.restore', { offerId });
  await desk.look();
  expect(await copyFound(desk)).toBe(false);
  await desk.desk.restart();
  await desk.look();
  expect(await copyFound(desk)).toBe(false);
});

it('without a keychain nobody can tell, so orders only ask until the user vouches for this run', async () => {
  const secrets = createFakeSecrets();
  secrets.mode = 'none';
  const { desk, orderId } = await withOrder(secrets);
  await desk.desk.restart();
  const { activeId } = await desk.desk.call('account.state', {});
  const { baseUrl, token } = sandbox;
  await desk.desk.call('account.signIn', { baseUrl, token, label: '', accountId: activeId ?? '' });
  await daysLater(desk);
  expect(await prolonged(desk)).toBe(0);
  expect(await desk.order(orderId)).toMatchObject({ isOn: true, asks: 2, blockedReason: { code: 'unproven' } });
  expect(await desk.alerts()).toMatchObject([{ standing: { topic: 'unproven', count: 2 } }]);

  await desk.desk.call('standing.setOn', { orderId, isOn: false });
  await desk.desk.call('standing.setOn', { orderId, isOn: true });
  await desk.look();
  expect(await prolonged(desk)).toBe(1);
});
