import { beforeEach, describe, expect, it } from 'vitest';
import { createDeskMark, type Origin } from '#core/platform/copies/desk-mark.ts';
import { createKeychain } from '#core/platform/secrets/keychain.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createFakeSecrets, type FakeSecrets } from '../../../support/fake-secrets.ts';
import { createRecordedLogger } from '../../../support/fake-shell.ts';

/** The rows of the database that tell the mark. A restored file has those of its time. */
type Kept = Readonly<Record<string, string>>;

let db: Database;
let secrets: FakeSecrets;
beforeEach(() => {
  db = openDatabase(':memory:');
  migrate(db, MIGRATIONS, () => {});
  secrets = createFakeSecrets();
});

const addAccount = (id = 'a', isSandbox = 0): void => {
  db.run(
    "INSERT INTO accounts (id, label, base_url, is_sandbox, created_at) VALUES (?, '', 'https://a.example', ?, 1)",
    id,
    isSandbox,
  );
};
const kept = (): Kept =>
  Object.fromEntries(
    db
      .all<{ key: string; value: string }>("SELECT key, value FROM settings WHERE key LIKE 'copies.%'")
      .map(({ key, value }) => [key, value]),
  );
const putBack = (then: Kept): void => {
  db.run("DELETE FROM settings WHERE key LIKE 'copies.%'");
  for (const [key, value] of Object.entries(then))
    db.run('INSERT INTO settings (key, value) VALUES (?, ?)', key, value);
};

/** Opens the desk, and asks nothing about it yet. */
const open = (paths = { data: '/home/shop/data', backups: '' }) => {
  const clock = createFakeClock();
  const logger = createRecordedLogger();
  const found: Origin[] = [];
  const keychain = createKeychain({ secrets, clock, logger });
  const mark = createDeskMark({ db: () => db, clock, logger, keychain, paths, onCopy: () => found.push('copy') });
  mark.opened();
  return { mark, clock, keychain, found };
};

/** Starts the app once and returns what it takes the desk for. Resolves when no work of it is left. */
const start = async (paths?: Parameters<typeof open>[0]) => {
  const { mark, clock, found } = open(paths);
  const origin = await mark.known();
  await clock.settle();
  expect(found).toEqual(origin === 'copy' ? ['copy'] : []);
  return { origin, mark, clock };
};
const originOf = async (): Promise<Origin> => (await start()).origin;

describe('the desk of this computer', () => {
  it('is recognised as its own at every start, each time with a new mark', async () => {
    addAccount();
    const seen = new Set<string>();
    for (let starts = 0; starts < 4; starts += 1) {
      expect(await originOf()).toBe('own');
      expect([...secrets.kept.values()]).toEqual([kept()['copies.mark']]);
      seen.add(kept()['copies.mark'] ?? '');
    }
    expect(seen.size).toBe(4);
  });

  it('is recognised wherever the app died while the mark changed', async () => {
    addAccount();
    await start();
    const [before] = [...secrets.kept];
    const old = kept()['copies.mark'] ?? '';
    // The coming mark is in the database but not in the keychain.
    putBack({ 'copies.mark': old, 'copies.comingMark': 'coming' });
    expect(await originOf()).toBe('own');
    // The coming mark is in the keychain, but the database still has the old one.
    putBack({ 'copies.mark': old, 'copies.comingMark': 'coming' });
    await secrets.set(before?.[0] ?? '', 'coming');
    expect(await originOf()).toBe('own');
    expect(await originOf()).toBe('own');
  });

  it('is recognised when the very first mark never reached the keychain', async () => {
    addAccount();
    putBack({ 'copies.comingMark': 'coming' });
    expect(await originOf()).toBe('own');
    expect([...secrets.kept.values()]).toEqual([kept()['copies.mark']]);
  });

  it('is recognised when the folder was emptied and a new desk begun', async () => {
    addAccount();
    await start();
    db.run('DELETE FROM accounts');
    putBack({});
    expect(await originOf()).toBe('own');
    addAccount();
    expect(await originOf()).toBe('own');
  });
});

describe('a desk with the sandbox alone', () => {
  it('asks nothing of the keychain, and gets its mark with the first real account', async () => {
    addAccount('practice', 1);
    const { origin, mark, clock } = await start();
    expect(origin).toBe('own');
    mark.noteBought();
    await clock.advance(30_000);
    expect(secrets.calls).toEqual({ get: 0, set: 0, delete: 0 });
    addAccount();
    expect(await mark.known()).toBe('own');
    await clock.settle();
    expect([...secrets.kept.values()]).toEqual([kept()['copies.mark']]);
    expect(await originOf()).toBe('own');
  });
});

it('a mark does not repeat the question that the user has dismissed', async () => {
  secrets.mode = 'locked';
  const { mark, clock, keychain } = open();
  addAccount();
  expect(await keychain.save('a', 'token', () => {})).toBe(false);
  const { set } = secrets.calls;
  await mark.known();
  await clock.settle();
  expect(secrets.calls.set).toBe(set);
});

describe('a copy', () => {
  it('is recognised on another computer, and in another folder of this one', async () => {
    addAccount();
    await start();
    expect((await start({ data: '/home/shop/second', backups: '' })).origin).toBe('copy');
    secrets = createFakeSecrets();
    expect(await originOf()).toBe('copy');
  });

  it('is recognised when an older file was restored, even one from before marks existed', async () => {
    addAccount();
    await start();
    const then = kept();
    await start();
    const now = kept();
    putBack(then);
    expect(await originOf()).toBe('copy');
    putBack({});
    expect(await originOf()).toBe('copy');
    putBack(now);
    expect(await originOf()).toBe('own');
  });

  it('from before a purchase is recognised within the same start', async () => {
    addAccount();
    const { mark, clock } = await start();
    const then = kept();
    mark.noteBought();
    await clock.advance(30_000);
    expect(kept()).not.toEqual(then);
    putBack(then);
    expect(await originOf()).toBe('copy');
  });

  it('from before the last purchase is recognised even if the app was closed right after it', async () => {
    addAccount();
    const { mark } = await start();
    const then = kept();
    mark.noteBought();
    await mark.close();
    putBack(then);
    expect(await originOf()).toBe('copy');
  });

  it('cannot be told from the desk when the keychain cannot be used', async () => {
    addAccount();
    await start();
    secrets.mode = 'locked';
    const { origin, mark } = await start();
    expect(origin).toBe('unknown');
    expect(mark.isUnknown()).toBe(true);
    // The app asks again: somebody has unlocked the keychain.
    secrets.mode = 'works';
    expect(await originOf()).toBe('own');
  });
});
