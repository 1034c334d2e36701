import { beforeEach, describe, expect, it } from 'vitest';
import { nextHead, sealBatch } from '#core/sync/crypto/batch.ts';
import type { KeyRing } from '#core/sync/crypto/keys.ts';
import { writeChange } from '#core/sync/membership/change.ts';
import type { SyncedDesk } from './synced-desk.ts';
import { type ComputerOptions, startSyncedDesks } from './synced-desks.ts';

const synced = startSyncedDesks();
const { desks, newPath, open, count, written } = synced;
let deskId: string;
let ring: KeyRing;
beforeEach(() => {
  ({ deskId, ring } = synced.present());
});

/** Writes a message of a newer app after the newest known change. */
const publishNewer = async (desk: SyncedDesk, opened: unknown): Promise<void> => {
  const { head } = desk.sync.chain();
  const sealed = sealBatch(ring, { deskId, seq: head.seq + 1, previous: head.hash }, opened);
  await desk.store.append(head, sealed, { seq: head.seq + 1, hash: nextHead(head.hash, sealed) });
  await desk.sync.exchange();
};

it('a snapshot passes on what only a newer app can read: a kind, a field and a whole change', async () => {
  const one = open(1);
  await written(one, ['a']);
  const field = [`${'0'.repeat(11)}1${'0'.repeat(12)}`, [1], null] as const;
  const of = (kind: string, name: string) => ({ kind, uid: 'x'.repeat(22), fields: { [name]: field } });
  const newer = { version: 99, moons: ['of tomorrow'] };
  await publishNewer(one, writeChange({ records: [of('invoice', 'made'), of('client', 'birthday')], removed: [] }));
  await publishNewer(one, newer);
  await written(one, ['b', 'c', 'd']);
  await one.compaction.now();
  expect(await count('changes')).toBe(0);
  const two = open(2);
  await two.sync.exchange();
  expect(two.dump()).toEqual(one.dump());
  for (const desk of [one, two]) {
    expect(desk.docs().aside.things()).toEqual([of('client', 'birthday'), of('invoice', 'made')]);
    expect(desk.docs().aside.changes()).toEqual([newer]);
  }
});

describe('a computer that ends before it has stored a new key', () => {
  /** One computer makes a new key, and the second belongs to the desk. */
  const withNewKey = async (more: ComputerOptions) => {
    const [one, two, gone] = [open(1, more), open(2), open(3)];
    for (const desk of [one, two, gone]) await desk.meet();
    for (const desk of [one, two]) await desk.meet();
    await written(one, ['a']);
    await two.sync.exchange();
    return { one, two, gone };
  };
  const again = (desk: SyncedDesk, path: string, kept: KeyRing): SyncedDesk => {
    desk.close();
    desks.splice(desks.indexOf(desk), 1);
    const { computerId, identity } = desk;
    return open(1, { path, ring: kept, computerId, identity });
  };

  it('finds it in the change that it had sent, and so do the others', async () => {
    const path = newPath();
    const { one, two, gone } = await withNewKey({
      path,
      onKey: () => {
        throw new Error('the process is gone');
      },
    });
    await expect(one.sync.renewKey([gone.computerId])).rejects.toThrow('the process is gone');
    const restarted = again(one, path, ring);
    await restarted.meet();
    await written(restarted, ['b']);
    expect(restarted.ring().map(({ generation }) => generation)).toEqual([1, 2]);
    await two.sync.exchange();
    expect(two.dump()).toEqual(restarted.dump());
    expect(two.dump().clients).toMatchObject([{ note: 'b' }]);
  });

  it('writes nothing with the old one when the keychain has lost it, and finds it in a snapshot', async () => {
    const path = newPath();
    const { one, two, gone } = await withNewKey({ path });
    await one.sync.renewKey([gone.computerId]);
    const restarted = again(one, path, ring);
    restarted.write('boris', { note: 'as before' });
    await expect(restarted.sync.exchange()).rejects.toMatchObject({ details: { code: 'key-unknown' } });
    await two.sync.exchange();
    await written(two, ['b', 'c', 'd']);
    await two.compaction.now();
    await restarted.sync.exchange();
    await two.sync.exchange();
    expect(two.dump()).toEqual(restarted.dump());
    expect(two.dump().clients).toMatchObject([{ note: 'd' }, { note: 'as before' }]);
  });
});

it('sync continues where only a newer app can write a record, and applies it when it can', async () => {
  const [one, two] = [open(1), open(2)];
  await written(one, ['a']);
  await two.sync.exchange();
  const stamp = `${'0'.repeat(11)}1${'0'.repeat(12)}`;
  const tag = (name: string) => ({ [`tags/${name}`]: [stamp, 1, null] as const });
  const made = [stamp, [1, 'boris', 'boris', 1], null] as const;
  const odd = [stamp, [1.5, 'boris', 'boris', 1], null] as const;
  const boris = { kind: 'client', uid: 'x'.repeat(22), fields: { made: odd } };
  await publishNewer(
    two,
    writeChange({ records: [{ ...boris, fields: { ...boris.fields, ...tag('vip') } }], removed: [] }),
  );
  await written(one, ['b']);
  await two.sync.exchange();
  expect(two.dump().clients).toMatchObject([{ client_key: 'anna', note: 'b' }]);
  expect(two.docs().aside.things()).toMatchObject([{ kind: 'client', uid: boris.uid }]);
  // The record that it lacked is published again, and everything that waited for it follows.
  two.docs().apply([{ ...boris, fields: { made } }]);
  expect(two.dump().clients).toMatchObject([{ client_key: 'anna' }, { client_key: 'boris', tags: '["vip"]' }]);
  expect(two.docs().aside.things()).toEqual([]);
});

it('nobody in a hurry waits for the lines of a list, and they arrive all the same', async () => {
  const [one, two] = [open(1), open(2)];
  await one.sync.exchange();
  await one.lists.make(
    null,
    'anna',
    Array.from({ length: 8 }, () => one.lists.fresh(5_000)),
  );
  let isAllSent = false;
  const all = one.sync.exchange().then(() => {
    isAllSent = true;
  });
  one.write('boris', { note: 'just paid' });
  await one.sync.exchangeSmall();
  expect(isAllSent).toBe(false);
  await two.sync.exchange();
  expect(two.dump().clients).toMatchObject([{ note: 'just paid' }]);
  expect(two.lists.find(0)).toMatchObject({ state: 'arriving' });
  await all;
  await two.sync.exchange();
  expect(two.dump()).toEqual(one.dump());
});
