import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type KeyRing, newKeyRing } from '#core/sync/crypto/keys.ts';
import { makeDesk } from '#core/sync/store/schema.ts';
import { type Postgres, startPostgres } from '../../support/shared-desk/postgres.ts';
import { keepDeskFiles } from './desk-files.ts';
import { openSyncedDesk, type SyncedDesk } from './synced-desk.ts';

/** Options of a computer, instead of the usual ones. */
export type ComputerOptions = Partial<Parameters<typeof openSyncedDesk>[0]>;

/** Starts PostgreSQL for the tests of a file, and makes a shared desk in it for each test. */
export const startSyncedDesks = () => {
  const { desks, newPath } = keepDeskFiles<SyncedDesk>();
  let postgres: Postgres;
  let deskId: string;
  let ring: KeyRing;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.close());
  beforeEach(async () => {
    deskId = randomUUID();
    ring = newKeyRing();
    await makeDesk(postgres.connection(), deskId);
  });
  const ask = (text: string) => postgres.ask(text.replaceAll('$DESK', `'${deskId}'`));
  return {
    desks,
    newPath,
    /** Opens the computer with this number, with a desk of its own that is closed after the test. */
    open: (number: number, more: ComputerOptions = {}): SyncedDesk => {
      const connection = postgres.connection();
      const desk = openSyncedDesk({ number, path: newPath(), connection, deskId, ring, ...more });
      desks.push(desk);
      return desk;
    },
    /** The present test's desk: the server, its id there, and its first key. */
    present: () => ({ postgres, deskId, ring }),
    ask,
    count: async (table: 'changes' | 'snapshots'): Promise<number> =>
      Number((await ask(`SELECT count(*) FROM reseller_desk.${table} WHERE desk = $DESK`))[0]?.count),
    /** Writes each note to a client and publishes it as a change of its own. */
    written: async (desk: SyncedDesk, notes: readonly string[]): Promise<void> => {
      for (const note of notes) {
        desk.write('anna', { note });
        await desk.sync.exchange();
      }
    },
  };
};
