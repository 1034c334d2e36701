import { cpSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeBackup } from '#core/platform/sqlite/backups.ts';
import { type Sandbox, startSandbox } from '#sandbox/index.ts';
import { createFakeSecrets, type FakeSecrets } from '../../support/fake-secrets.ts';
import { PASSPHRASE } from '../../support/shared-desk/hostile-member.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { type StandingDesk, startStandingDesk } from '../standing/standing-desk.ts';

const CONTEXT = { timeout: 30_000 };

let postgres: Postgres;
let sandbox: Sandbox;
let root: string;
const desks: StandingDesk[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  sandbox = await startSandbox({ stateDir: null, withPast: false, control: true, seed: 1 });
  root = await mkdtemp(join(tmpdir(), 'shared-copies-'));
});
afterEach(async () => {
  for (const { desk } of desks.splice(0)) await desk.close();
  await sandbox.close();
});

const folder = (name: string) => ({ data: join(root, name, 'data'), backups: join(root, name, 'backups') });
const open = async (name: string, secrets: FakeSecrets, signIn = true): Promise<StandingDesk> => {
  const desk = await startStandingDesk({ sandbox, paths: folder(name), secrets, signIn });
  desks.push(desk);
  return desk;
};
const close = async (one: StandingDesk): Promise<void> => {
  desks.splice(desks.indexOf(one), 1);
  await one.desk.close();
};
const state = async ({ desk }: StandingDesk) => desk.call('sharedDesk.state', {});
const status = async (one: StandingDesk) => (await state(one)).status;
const share = async (one: StandingDesk): Promise<void> => {
  await one.desk.call('sharedDesk.make', { connection: postgres.connection(), name: 'The shop', computer: 'Till' });
  await expect.poll(() => status(one), CONTEXT).toBe('shared');
};
const addClient = async ({ desk }: StandingDesk) =>
  (await desk.call('clients.add', { messengerId: 1, clientKey: 'anna', name: '', note: '', tags: [] })).id;
const offerTraffic = ({ desk }: StandingDesk, clientId: number) =>
  desk.call('purchases.offer', { order: { kind: 'traffic', clientId, poolType: 'mobile', gb: 1 } });

it('a copy from before the desk was shared is reported as one, and pays unguarded until the desk is left', async () => {
  const secrets = createFakeSecrets();
  const till = await open('till', secrets);
  const clientId = await addClient(till);
  const { name } = await makeBackup(join(folder('till').data, 'desk.db'), folder('till').backups, Date.now());
  await share(till);
  const { offerId } = await till.desk.call('backup.openCopy', { name });
  await till.desk.call('backup.restore', { offerId });

  await expect
    .poll(() => state(till), CONTEXT)
    .toMatchObject({
      status: 'stopped',
      problem: { details: { code: 'copy-of-before' } },
      roles: { standing: { is: 'unguarded' } },
    });
  expect(await offerTraffic(till, clientId)).toMatchObject({ isUnguarded: true });
  const error = await till.desk.callError('sharedDesk.make', {
    connection: postgres.connection(),
    name: 'Another',
    computer: 'Till',
  });
  expect(error).toMatchObject({ kind: 'conflict', details: { code: 'desk-shared-already' } });

  await till.desk.call('sharedDesk.leave', {});
  expect(await state(till)).toEqual({ status: 'none' });
  await till.desk.restart();
  expect(await state(till)).toEqual({ status: 'none' });
  expect(await offerTraffic(till, clientId)).toMatchObject({ isUnguarded: false });
});

it('an offer from before the keychain had answered is not paid as if nobody shared the desk', async () => {
  const secrets = createFakeSecrets();
  const till = await open('till', secrets);
  const clientId = await addClient(till);
  const { name } = await makeBackup(join(folder('till').data, 'desk.db'), folder('till').backups, Date.now());
  await share(till);
  const { offerId } = await till.desk.call('backup.openCopy', { name });
  await till.desk.call('backup.restore', { offerId });
  const offer = await offerTraffic(till, clientId);
  const bought = await till.desk.callRaw('purchases.confirm', {
    offerId: offer.offerId,
    priceKopecks: offer.priceKopecks,
    despite: [],
  });
  expect(offer.isUnguarded || !bought.ok).toBe(true);
});

it('a member whose key is missing from the keychain says so, and pays unguarded', async () => {
  const secrets = createFakeSecrets();
  const till = await open('till', secrets);
  const clientId = await addClient(till);
  await share(till);
  for (const key of [...secrets.kept.keys()]) if (key.startsWith('shared-desk:')) await secrets.delete(key);
  await till.desk.restart();
  await expect
    .poll(() => state(till), CONTEXT)
    .toMatchObject({ status: 'stopped', problem: { details: { code: 'key-missing' } } });
  expect(await offerTraffic(till, clientId)).toMatchObject({ isUnguarded: true });
});

it('a cloned machine is detected by both, neither pays automatically, and a new name makes it a computer of its own', async () => {
  const secrets = createFakeSecrets();
  const first = await open('one', secrets);
  await addClient(first);
  await share(first);
  await close(first);
  cpSync(folder('one').data, folder('two').data, { recursive: true });
  const copied = createFakeSecrets();
  for (const [key, secret] of secrets.kept) await copied.set(key, secret);

  const one = await open('one', secrets, false);
  await expect.poll(() => status(one), CONTEXT).toBe('shared');
  const two = await open('two', copied, false);
  await expect.poll(() => status(two), CONTEXT).toBe('shared');
  const comeToClones = async (hasClone: readonly boolean[]): Promise<void> => {
    await expect
      .poll(async () => {
        // Each of them shows that it is present.
        for (const { desk } of [one, two]) await desk.call('sharedDesk.retry', {});
        return (await Promise.all([one, two].map(state))).map((each) => 'hasClone' in each && each.hasClone);
      }, CONTEXT)
      .toEqual(hasClone);
  };
  await comeToClones([true, true]);
  for (const each of [one, two]) expect(await state(each)).toMatchObject({ roles: { standing: { is: 'unguarded' } } });

  const same = await two.desk.callError('sharedDesk.rename', { computer: 'Till' });
  expect(same).toMatchObject({ kind: 'invalid-input' });
  await two.desk.call('sharedDesk.rename', { computer: 'Stall' });
  await comeToClones([false, false]);
  const names = async (each: StandingDesk) => {
    const found = await state(each);
    return found.status === 'none'
      ? []
      : found.computers.map(({ name, isThis }) => `${name}${isThis ? '*' : ''}`).sort();
  };
  await expect.poll(() => names(two), CONTEXT).toEqual(['Stall*', 'Till']);
  await expect.poll(() => names(one), CONTEXT).toEqual(['Stall', 'Till*']);
});

it('a clone of a limited computer that gets another name keeps the limits', async () => {
  const office = await open('office', createFakeSecrets());
  await share(office);
  const secrets = createFakeSecrets();
  const till = await open('till', secrets);
  await office.desk.call('sharedDesk.copyInvitation', { passphrase: PASSPHRASE, repeated: PASSPHRASE });
  const { text = '' } = office.desk.desktop.copied.at(-1) ?? {};
  const { offerId } = await till.desk.call('sharedDesk.openInvitation', { text, passphrase: PASSPHRASE });
  await till.desk.call('sharedDesk.join', { offerId, computer: 'Stall' });
  const computers = async (each: StandingDesk) => {
    const found = await state(each);
    return found.status === 'none' ? [] : found.computers;
  };
  const idOf = async (name: string) => (await computers(office)).find((one) => one.name === name)?.id ?? '';
  await expect.poll(() => idOf('Stall'), CONTEXT).not.toBe('');
  const none = { buys: 'none', dayCapKopecks: 0, hidesSales: true } as const;
  await office.desk.call('sharedDesk.setRights', { computerId: await idOf('Stall'), ...none });
  const own = async (each: StandingDesk) => (await computers(each)).find(({ isThis }) => isThis)?.rights;
  await expect.poll(() => own(till), CONTEXT).toMatchObject(none);
  await close(till);
  cpSync(folder('till').data, folder('clone').data, { recursive: true });
  const copied = createFakeSecrets();
  for (const [key, secret] of secrets.kept) await copied.set(key, secret);

  const [first, clone] = [await open('till', secrets, false), await open('clone', copied, false)];
  const isCloned = async () => {
    for (const { desk } of [first, clone]) await desk.call('sharedDesk.retry', {});
    const found = await state(clone);
    return 'hasClone' in found && found.hasClone;
  };
  await expect.poll(isCloned, CONTEXT).toBe(true);
  await clone.desk.call('sharedDesk.rename', { computer: 'Cart' });
  await expect.poll(isCloned, CONTEXT).toBe(false);
  expect(await own(clone)).toMatchObject({ ...none, setBy: 'Till' });
  await expect
    .poll(async () => (await computers(office)).find(({ name }) => name === 'Cart')?.rights, CONTEXT)
    .toMatchObject(none);
});
