import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newKeyRing } from '#core/sync/crypto/keys.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import type { SharedStore } from '#core/sync/store/shared-store.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { keepDeskFiles } from './desk-files.ts';
import { type Step, workStep } from './history-steps.ts';
import { openSyncedDesk, type SyncedDesk } from './synced-desk.ts';

const { desks, newPath } = keepDeskFiles<SyncedDesk>();

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

/** How far a computer gets: it ends at one of its messages to the server, which arrives or does not. */
interface Fate {
  readonly after: number;
  readonly isAnswered: boolean;
}

type Event =
  | { readonly do: 'work'; readonly step: Step }
  | { readonly do: 'exchange' | 'compact'; readonly fate: Fate | null }
  /** The database is copied; later its newest copy may replace it. */
  | { readonly do: 'copy' | 'put-back' };

const fate = fc.option(fc.record({ after: fc.integer({ min: 0, max: 5 }), isAnswered: fc.boolean() }), { freq: 3 });
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: workStep.map((step): Event => ({ do: 'work', step })) },
  { weight: 6, arbitrary: fate.map((end): Event => ({ do: 'exchange', fate: end })) },
  { weight: 1, arbitrary: fate.map((end): Event => ({ do: 'compact', fate: end })) },
  { weight: 1, arbitrary: fc.constant<Event>({ do: 'copy' }) },
  { weight: 1, arbitrary: fc.constant<Event>({ do: 'put-back' }) },
);
const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), event), { minLength: 10, maxLength: 60 });

class Dead extends Error {}

/** One of three computers with its file; it is started again wherever it ended. */
const startComputer = (number: number, deskId: string, ring: ReturnType<typeof newKeyRing>) => {
  const path = newPath();
  let end: Fate | null = null;
  let asked = 0;
  const mortal =
    <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (end === null) return work(...args);
      asked += 1;
      if (asked > end.after + 1 || (asked > end.after && !end.isAnswered)) throw new Dead();
      const value = await work(...args);
      if (asked > end.after) throw new Dead();
      return value;
    };
  const way = (store: SharedStore): SharedStore => ({
    ...store,
    head: mortal(store.head),
    append: mortal(store.append),
    changesAfter: mortal(store.changesAfter),
    snapshot: mortal(store.snapshot),
    putSnapshot: mortal(store.putSnapshot),
    lease: mortal(store.lease),
    dropChanges: mortal(store.dropChanges),
    snapshotDebt: mortal(store.snapshotDebt),
  });
  const open = (known?: SyncedDesk): SyncedDesk => {
    const same = known === undefined ? {} : { computerId: known.computerId, identity: known.identity };
    const limits = { changes: 4, kept: 1 };
    const desk = openSyncedDesk({
      number,
      path,
      connection: postgres.connection(),
      deskId,
      ring,
      way,
      limits,
      ...same,
    });
    desks.push(desk);
    return desk;
  };
  let desk = open();
  return {
    desk: () => desk,
    until: async (fated: Fate | null, work: (desk: SyncedDesk) => Promise<void>): Promise<void> => {
      [end, asked] = [fated, 0];
      try {
        await work(desk);
      } catch (error) {
        if (!(error instanceof Dead)) throw error;
      }
      const hasEnded = end !== null && asked > end.after;
      end = null;
      if (!hasEnded) return;
      desk.close();
      desks.splice(desks.indexOf(desk), 1);
      desk = open(desk);
    },
  };
};
type Computer = ReturnType<typeof startComputer>;

const TABLES = ['desks', 'changes', 'snapshots'] as const;
const copyOf = (deskId: string) => {
  const name = (table: string): string => `"copy_${table}_${deskId}"`;
  const whose = (table: string): string => `${table === 'desks' ? 'id' : 'desk'} = '${deskId}'`;
  let isThere = false;
  return {
    make: async () => {
      isThere = true;
      for (const table of TABLES)
        await postgres.ask(`DROP TABLE IF EXISTS ${name(table)};
          CREATE TABLE ${name(table)} AS SELECT * FROM reseller_desk.${table} WHERE ${whose(table)}`);
    },
    putBack: async () => {
      if (!isThere) return;
      await postgres.ask(`BEGIN; DELETE FROM reseller_desk.desks WHERE ${whose('desks')};
        ${TABLES.map((table) => `INSERT INTO reseller_desk.${table} SELECT * FROM ${name(table)}`).join(';')}; COMMIT`);
    },
  };
};

const hashOf = (desk: SyncedDesk): string => createHash('sha256').update(JSON.stringify(desk.dump())).digest('hex');

/** Exchanges until no computer has anything to send or to receive. */
const settle = async (computers: readonly Computer[]): Promise<void> => {
  const rounds: string[] = [];
  // More rounds than any history needs: computers that keep sending to each other never agree.
  while (rounds.length < 30) {
    for (const computer of computers) await computer.desk().sync.exchange();
    const now = computers.map((one) => `${one.desk().sync.chain().head.seq} ${one.desk().unpublished()}`).join();
    if (now === rounds.at(-1)) return;
    rounds.push(now);
  }
  throw new Error(`no end: ${rounds.slice(-3).join(' | ')}`);
};

it('three computers end equal, wherever each of them ended and whatever copy of the database was restored', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const [deskId, ring] = [randomUUID(), newKeyRing()];
      await makeDesk(postgres.connection(), deskId);
      const copy = copyOf(deskId);
      const computers = [1, 2, 3].map((number) => startComputer(number, deskId, ring));
      for (const [who, what] of events) {
        const computer = computers[who] as Computer;
        if (what.do === 'work') await what.step(computer.desk());
        else if (what.do === 'exchange') await computer.until(what.fate, (desk) => desk.sync.exchange());
        else if (what.do === 'compact') await computer.until(what.fate, (desk) => desk.compaction.now());
        else if (what.do === 'copy') await copy.make();
        else await copy.putBack();
      }
      await settle(computers);
      const [one, two, three] = computers.map((computer) => computer.desk().dump());
      expect(two).toEqual(one);
      expect(three).toEqual(one);
      expect(new Set(computers.map((computer) => hashOf(computer.desk()))).size).toBe(1);
      for (const desk of desks.splice(0)) desk.close();
    }),
    { numRuns: Number(process.env.HISTORIES ?? 6) },
  );
});
