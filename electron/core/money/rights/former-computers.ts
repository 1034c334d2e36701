import { z } from 'zod';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { parseJson } from '#core/platform/text/parse-json.ts';

/** An identity that this computer had on its shared desk. */
interface FormerComputer {
  readonly id: string;
  /** The mark in the purchases that this computer made under the identity (`purchases.computer`). */
  readonly mark: string;
  /**
   * The last purchase of this file that counts as made here, if another machine goes on with the identity; `null` if none
   * does.
   */
  readonly lastPurchaseId: number | null;
}

/** The prefix of the keys in `settings`, one key for each account. */
const FORMER = 'sharedDesk.former.';
const MOST = 20;

const stored = z.object({
  deskId: z.string(),
  computers: z.array(z.object({ id: z.string(), mark: z.string(), lastPurchaseId: z.number().nullable() })),
});

const read = (db: Database, accountId: string): z.infer<typeof stored> => {
  const text = db.value<string>(sql`SELECT value FROM settings WHERE key = ${FORMER + accountId}`);
  return stored.catch({ deskId: '', computers: [] }).parse(parseJson(text ?? ''));
};

/**
 * Notes that this computer gives up its identity: it leaves the shared desk, or separates from its clone. If it joins
 * the same desk again, the limits of the former identity still apply (computer-rights.ts).
 */
export const noteFormerComputer = (db: Database, accountId: string, deskId: string, former: FormerComputer): void => {
  const before = read(db, accountId);
  const others = before.deskId === deskId ? before.computers.filter(({ id }) => id !== former.id) : [];
  const text = JSON.stringify({ deskId, computers: [former, ...others].slice(0, MOST) });
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${FORMER + accountId}, ${text})`);
};

/** Returns the former identities of this computer on the desk that the account shares now, the newest first. */
export const formerComputers = (db: Database, accountId: string): readonly FormerComputer[] => {
  const { deskId, computers } = read(db, accountId);
  const shared = db.value<string>(sql`SELECT desk_id FROM shared_desks WHERE account_id = ${accountId}`);
  return shared === deskId ? computers : [];
};
