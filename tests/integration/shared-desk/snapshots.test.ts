import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/sync/crypto/keys.ts';
import { writeSnapshot } from '#core/sync/membership/snapshot.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import type { Postgres } from '../../support/shared-desk/postgres.ts';
import { startSyncedDesks } from './synced-desks.ts';

const synced = startSyncedDesks();
const { desks, open, ask, count, written } = synced;
let postgres: Postgres;
let deskId: string;
let ring: KeyRing;
beforeEach(() => {
  ({ postgres, deskId, ring } = synced.present());
});

describe('a snapshot of a desk', () => {
  it('replaces the changes before it, and gives everything to a joining computer', async () => {
    const one = open(1);
    one.write('boris', { name: 'Boris', tags: ['vip'] });
    one.write('vera', {});
    one.preset('home', 3);
    await one.list('boris', 3);
    await one.list('anna', 1);
    one.lists.remove(1);
    await written(one, ['a', 'b', 'c']);
    one.remove('vera');
    one.purge('vera');
    await written(one, ['d']);
    await one.compaction.now();
    expect(await count('changes')).toBe(0);
    expect(await count('snapshots')).toBe(2);
    await written(one, ['e']);
    const two = open(2);
    await two.sync.exchange();
    expect(two.dump()).toEqual(one.dump());
    expect(two.dump().clients).toMatchObject([{ client_key: 'anna', note: 'e' }, { client_key: 'boris' }]);
    expect(two.dump().lists).toMatchObject([{ owner: 'boris', state: 'complete', missing_lines: 0, line_count: 6 }]);
    expect([two.unpublished(), two.conflicts(), two.sync.chain().head]).toEqual([0, [], one.sync.chain().head]);
    // It also contains the fact that something was removed.
    const late = open(3);
    late.clock.jumpTo(0);
    late.write('vera', { note: 'as it was' });
    await late.sync.exchange();
    expect(late.dump()).toEqual(one.dump());
  });

  it('is made when there is enough to read, by one computer, and not again before there is more', async () => {
    const [one, two] = [open(1), open(2)];
    await written(one, ['a', 'b']);
    await one.compaction.now();
    expect(await count('snapshots')).toBe(0);
    await written(one, ['c']);
    await two.sync.exchange();
    await Promise.all([one.compaction.now(), two.compaction.now()]);
    await two.compaction.now();
    expect([...one.logged, ...two.logged]).toHaveLength(1);
    expect(await count('snapshots')).toBe(2);
  });

  it('leaves some changes before it, for a computer that was away for a short time', async () => {
    const [one, two] = [open(1, { limits: { changes: 3, kept: 2 } }), open(2)];
    await written(one, ['a', 'b']);
    await two.sync.exchange();
    await written(one, ['c', 'd']);
    await one.compaction.now();
    expect(await count('changes')).toBe(2);
    await two.sync.exchange();
    expect(two.dump()).toEqual(one.dump());
    expect(two.sync.chain().breaks).toBe(0);
  });

  it('is where a computer continues that was away for weeks, with its own writes', async () => {
    const [one, two] = [open(1), open(2)];
    one.write('boris', { note: 'before' });
    await written(one, ['a', 'b']);
    await two.sync.exchange();
    two.write('boris', { name: 'Boris', note: 'on the way' });
    two.write('vera', { note: 'new' });
    one.clock.jumpTo(two.clock.now() + 10_000);
    one.write('boris', { note: 'at home' });
    await written(one, ['c', 'd', 'e']);
    await one.compaction.now();
    expect(await count('changes')).toBe(0);
    await two.sync.exchange();
    await one.sync.exchange();
    expect(two.dump()).toEqual(one.dump());
    expect(one.dump().clients).toMatchObject([
      { client_key: 'anna', note: 'e' },
      { client_key: 'boris', name: 'Boris', note: 'at home' },
      { client_key: 'vera', note: 'new' },
    ]);
    // It contains the text that nobody else had seen, and no other.
    expect(two.conflicts()).toEqual([{ field: 'note', value: 'on the way' }]);
    expect([two.unpublished(), two.restored()]).toEqual([0, 0]);
  });

  it('makes this computer send again what the database had lost before', async () => {
    const [one, two] = [open(1), open(2)];
    await written(one, ['a', 'b']);
    await two.sync.exchange();
    const [copy] = await ask("SELECT seq, encode(head, 'hex') AS head FROM reseller_desk.desks WHERE id = $DESK");
    two.write('boris', { note: 'must not be lost' });
    two.write('anna', { name: 'Anna' });
    await two.sync.exchange();
    await ask(`DELETE FROM reseller_desk.changes WHERE desk = $DESK AND seq > ${copy?.seq};
      UPDATE reseller_desk.desks SET seq = ${copy?.seq}, head = decode('${copy?.head}', 'hex') WHERE id = $DESK`);
    await written(one, ['c', 'd', 'e']);
    await one.compaction.now();
    await two.sync.exchange();
    await one.sync.exchange();
    expect(one.dump().clients).toMatchObject([{ name: 'Anna', note: 'e' }, { note: 'must not be lost' }]);
    expect(two.dump()).toEqual(one.dump());
  });

  it('is useful when the database is restored to an older copy that has an older one', async () => {
    const [one, two] = [open(1), open(2)];
    await written(one, ['a', 'b', 'c']);
    await one.compaction.now();
    await two.sync.exchange();
    await ask(`DROP TABLE IF EXISTS copy_desks, copy_changes, copy_snapshots;
      CREATE TABLE copy_desks AS SELECT * FROM reseller_desk.desks WHERE id = $DESK;
      CREATE TABLE copy_changes AS SELECT * FROM reseller_desk.changes WHERE desk = $DESK;
      CREATE TABLE copy_snapshots AS SELECT * FROM reseller_desk.snapshots WHERE desk = $DESK`);
    one.write('boris', { note: 'one' });
    await written(one, ['d', 'e', 'f', 'g']);
    await one.compaction.now();
    await two.sync.exchange();
    two.write('vera', { note: 'two' });
    await two.sync.exchange();
    await ask(`DELETE FROM reseller_desk.desks WHERE id = $DESK; INSERT INTO reseller_desk.desks SELECT * FROM copy_desks;
      INSERT INTO reseller_desk.changes SELECT * FROM copy_changes;
      INSERT INTO reseller_desk.snapshots SELECT * FROM copy_snapshots`);
    await one.sync.exchange();
    await two.sync.exchange();
    await one.sync.exchange();
    expect(one.dump()).toEqual(two.dump());
    expect(one.restored()).toBe(1);
    const three = open(3);
    await three.sync.exchange();
    expect(three.dump()).toEqual(one.dump());
    expect(three.dump().clients).toMatchObject([{ note: 'g' }, { note: 'one' }, { note: 'two' }]);
  });

  it('is sealed: neither the database nor its log contains a word of it', async () => {
    const one = open(1);
    one.write('boris', { name: 'Readable Name', note: 'readable note', tags: ['readable-tag'] });
    await one.lists.make(null, 'readable-client', [{ domain: ['readable.example:1:readable:readable'], ip: [] }]);
    await one.meet();
    await written(one, ['readable a', 'b', 'c']);
    await one.compaction.now();
    expect(await count('changes')).toBe(0);
    await one.lists.make(null, 'readable-client', [one.lists.fresh(3)]);
    await one.sync.exchange();
    const tables = ['snapshots', 'changes'];
    const texts = await Promise.all(
      tables.map((table) => ask(`SELECT t::text FROM reseller_desk.${table} t WHERE desk = $DESK`)),
    );
    const all = (JSON.stringify(texts) + postgres.log()).toLowerCase();
    for (const word of ['readable', 'secret-of-a-line', 'gw.example.com']) {
      expect(all).not.toContain(word);
      expect(all).not.toContain(Buffer.from(word).toString('hex'));
    }
    const sizes = await ask('SELECT octet_length(sealed) AS size FROM reseller_desk.snapshots WHERE desk = $DESK');
    for (const { size } of sizes) expect(Number(size)).toBeGreaterThan(256);
  });
});

describe('an invalid snapshot', () => {
  it.each([
    [
      'a byte is another',
      'UPDATE reseller_desk.snapshots SET sealed = set_byte(sealed, 100, 255 - get_byte(sealed, 100)) WHERE desk = $DESK AND part = 1',
    ],
    ['a part is gone', 'DELETE FROM reseller_desk.snapshots WHERE desk = $DESK AND part = 1'],
    ['it is cut short', 'UPDATE reseller_desk.desks SET snapshot_parts = 1 WHERE id = $DESK'],
    [
      'it says it is of a later change',
      'UPDATE reseller_desk.desks SET snapshot_seq = snapshot_seq + 1 WHERE id = $DESK',
    ],
    ['it has no part', 'UPDATE reseller_desk.desks SET snapshot_parts = 0 WHERE id = $DESK'],
  ])('is not taken for whole: %s', async (_, harm) => {
    const one = open(1);
    await written(one, ['a', 'b', 'c']);
    await one.compaction.now();
    await written(one, ['d']);
    await ask(harm);
    const two = open(2);
    two.write('vera', { note: 'mine' });
    await expect(two.sync.exchange()).rejects.toMatchObject({
      details: { code: /change-damaged|place-snapshot-gone/ },
    });
    expect(two.sync.chain().head.seq).toBe(0);
    expect(two.dump().clients).toContainEqual(expect.objectContaining({ client_key: 'vera', note: 'mine' }));
    // A computer that was present has everything and makes a new snapshot.
    await written(one, ['e', 'f', 'g']);
    await one.compaction.now();
    await two.sync.exchange();
    await one.sync.exchange();
    expect(two.dump()).toEqual(one.dump());
    expect(one.dump().clients).toHaveLength(2);
  });

  it.each([
    ['an older one', 'seq = $SEQ - 1'],
    ['another one', "head = decode(repeat('07', 32), 'hex')"],
  ])(
    'is useless when the head is %s than the changes say, which is reported and not tried forever',
    async (_, harm) => {
      const one = open(1);
      await written(one, ['a', 'b', 'c']);
      const { head } = one.sync.chain();
      await ask(`UPDATE reseller_desk.desks SET ${harm.replace('$SEQ', `${head.seq}`)} WHERE id = $DESK`);
      one.write('vera', { note: 'mine' });
      await expect(one.sync.exchange()).rejects.toMatchObject({ details: { code: 'change-damaged' } });
      await ask(`UPDATE reseller_desk.desks SET seq = ${head.seq},
      head = decode('${Buffer.from(head.hash).toString('hex')}', 'hex') WHERE id = $DESK`);
      await one.sync.exchange();
      const two = open(2);
      await two.sync.exchange();
      expect(two.dump()).toEqual(one.dump());
      expect(two.dump().clients).toHaveLength(2);
    },
  );

  it('is an old one that returned: nothing is read after it, and nothing is lost', async () => {
    const one = open(1);
    await written(one, ['a', 'b', 'c']);
    await one.compaction.now();
    await ask('DROP TABLE IF EXISTS old; CREATE TABLE old AS SELECT * FROM reseller_desk.snapshots WHERE desk = $DESK');
    const [desk] = await ask(
      "SELECT snapshot, snapshot_seq, encode(snapshot_head, 'hex') AS head, snapshot_parts FROM reseller_desk.desks WHERE id = $DESK",
    );
    await written(one, ['d', 'e', 'f', 'g']);
    await one.compaction.now();
    await written(one, ['h']);
    await ask(`INSERT INTO reseller_desk.snapshots SELECT * FROM old;
      UPDATE reseller_desk.desks SET snapshot = '${desk?.snapshot}', snapshot_seq = ${desk?.snapshot_seq},
        snapshot_head = decode('${desk?.head}', 'hex'), snapshot_parts = ${desk?.snapshot_parts} WHERE id = $DESK`);
    const two = open(2);
    await expect(two.sync.exchange()).rejects.toMatchObject({ details: { code: 'change-damaged' } });
    await written(one, ['i']);
    expect(one.dump().clients).toMatchObject([{ note: 'i' }]);
  });

  it('was sealed by a computer that has been removed since, and nobody who knows that accepts it', async () => {
    const [one, two] = [open(1), open(2)];
    for (const desk of [one, two, one]) await desk.meet();
    await written(one, ['a', 'b']);
    await two.sync.exchange();
    await one.sync.renewKey([two.computerId]);
    const told = [[{ kind: 'client', uid: 'x'.repeat(22), fields: {} }]];
    const { head } = one.sync.chain();
    const parts = writeSnapshot(
      ring,
      { deskId, at: head },
      { removed: [], computers: [] },
      { all: told, newer: [] },
      [],
    );
    expect(await (await two.store.putSnapshot(head, parts)).publish(head)).toBe(true);
    const three = open(3, { ring: one.ring() });
    await three.sync.exchange();
    expect(three.dump()).toEqual(one.dump());
    // The changes are gone, so nothing can be read until a computer with everything returns.
    await two.store.dropChanges(head.seq);
    const four = open(4, { ring: one.ring() });
    await expect(four.sync.exchange()).rejects.toMatchObject({ details: { code: 'key-retired' } });
    await one.compaction.now();
    await four.sync.exchange();
    expect(four.dump()).toEqual(one.dump());
  });

  it('brings the newest key to a computer that was away, and keeps it from one that was removed', async () => {
    const [one, two, gone] = [open(1), open(2), open(3)];
    for (const desk of [one, two, gone, one, two]) await desk.meet();
    await written(one, ['a']);
    for (const desk of [two, gone]) await desk.sync.exchange();
    await one.sync.renewKey([gone.computerId]);
    await one.meet();
    // This computer has never met the one that is away.
    const four = open(4, { ring: one.ring() });
    await written(one, ['b', 'c', 'd']);
    await one.compaction.now();
    expect(await count('changes')).toBe(0);
    await four.meet();
    await four.sync.exchange();
    expect(four.computers.all().map(({ id }) => id)).toContain(two.computerId);
    two.write('boris', { note: 'from afar' });
    await two.sync.exchange();
    await one.sync.exchange();
    expect(two.dump()).toEqual(one.dump());
    expect(one.dump().clients).toMatchObject([{ note: 'd' }, { note: 'from afar' }]);
    await expect(gone.sync.exchange()).rejects.toMatchObject({ details: { code: /key-unknown|change-damaged/ } });
    expect(gone.dump().clients).toMatchObject([{ note: 'a' }]);
  });
});

describe('a computer that dies while it makes a snapshot', () => {
  /** Every message to the server is a step, and at the given step the computer dies. */
  const dyingAt = (step: number, isAnswered: boolean) => {
    let steps = 0;
    const dead = (): never => {
      throw new Error('the process is gone');
    };
    const died = (): boolean => steps >= step;
    const mortal =
      <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        if (died()) return dead();
        steps += 1;
        if (died() && !isAnswered) return dead();
        const value = await work(...args);
        return died() ? dead() : value;
      };
    async function* mortalParts(parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        steps += 1;
        if (died()) dead();
        yield part;
      }
    }
    return {
      died,
      way: (store: SharedStore): SharedStore => ({
        ...store,
        append: mortal(store.append),
        putSnapshot: async (at, parts) => {
          const uploaded = await mortal(store.putSnapshot)(at, mortalParts(parts));
          return { ...uploaded, parts: mortalParts(uploaded.parts), publish: mortal(uploaded.publish) };
        },
        dropChanges: mortal(store.dropChanges),
      }),
    };
  };

  it.each([true, false])(
    'leaves a working desk, at whichever step; the last message arrived: %s',
    async (isAnswered) => {
      const one = open(1);
      await written(one, ['a', 'b', 'c', 'd']);
      for (let step = 1; ; step += 1) {
        const { died, way } = dyingAt(step, isAnswered);
        const maker = open(2, { way, computerId: '22222222-2222-4222-8222-222222222222' });
        await maker.sync.exchange();
        await maker.compaction.now();
        maker.close();
        desks.splice(desks.indexOf(maker), 1);
        const joined = open(3);
        await joined.sync.exchange();
        expect(joined.dump()).toEqual(one.dump());
        if (!died()) break;
      }
      // The next snapshot removes the leftovers.
      await written(one, ['e', 'f', 'g']);
      await one.compaction.now();
      expect(await count('changes')).toBe(0);
      const last = open(4);
      await last.sync.exchange();
      expect(last.dump()).toEqual(one.dump());
      expect(await count('snapshots')).toBe(2);
    },
  );
});
