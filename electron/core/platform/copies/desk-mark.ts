import { createHash, randomUUID } from 'node:crypto';
import { createTurns } from '#core/platform/async/turns.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Ports } from '#core/ports.ts';

/**
 * `own`: the desk that this computer worked with last; `copy`: an older state of it, or the desk of another computer;
 * `unknown`: the keychain cannot be used, so the two cannot be told apart.
 */
export type Origin = 'own' | 'copy' | 'unknown';

interface MarkDeps extends Pick<Ports, 'clock' | 'paths' | 'logger'> {
  /** The database that is open now. */
  readonly db: () => Database;
  readonly keychain: Keychain;
  /** Called when the desk was found to be a copy. */
  readonly onCopy: () => void;
}

/** The key of the setting that holds the desk's mark. */
export const MARK = 'copies.mark';
const COMING = 'copies.comingMark';
const FOUND = 'copies.foundAt';
/** Stands in place of a mark: the desk is accepted as it is, whatever the keychain says, and gets a new mark. */
const SETTLED = 'settled';

/** The wait before the mark changes after a purchase, because most purchases are followed by others. */
const AFTER_BUYING_MS = 30_000;

const get = (db: Database, key: string): string | null =>
  db.value<string>(sql`SELECT value FROM settings WHERE key = ${key}`);
const put = (db: Database, key: string, value: string): void => {
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${key}, ${value})`);
};
const drop = (db: Database, key: string): void => {
  db.run(sql`DELETE FROM settings WHERE key = ${key}`);
};

/** Notes that the desk was corrected as a copy, or is new. Runs in the caller's transaction. */
export const noteSettled = (db: Database): void => {
  put(db, MARK, SETTLED);
  drop(db, COMING);
};

export type DeskMark = ReturnType<typeof createDeskMark>;

/**
 * Tells a copy of the desk from the desk itself. A mark is stored in the database and, under the name of the data
 * folder, in the keychain of this computer. It changes with every start and with purchases. A desk that was copied by
 * other means than the app's own (a copied folder, an older file, another machine) has a mark that differs from the
 * keychain's.
 *
 * A new mark is written into the database as the coming one before the keychain gets it, and the desk counts as its own
 * with either of them. So the two agree at the next start, wherever the app dies in between.
 */
export const createDeskMark = ({ clock, paths, logger, keychain, onCopy, db }: MarkDeps) => {
  const name = `desk-mark:${createHash('sha256').update(paths.data).digest('hex').slice(0, 32)}`;
  const inTurn = createTurns();
  const closing = new AbortController();
  let origin: Origin | null = null;
  let looking: Promise<Origin> | null = null;
  /** Whether the mark was renewed in this run, or since another database was opened. */
  let isRenewed = false;
  let hasBought = false;

  /** Whether there is an account that can spend money. A copy of a desk with the sandbox alone does not matter. */
  const hasAccounts = (): boolean => db().has('SELECT 1 FROM accounts WHERE is_sandbox = 0');

  const findOrigin = async (): Promise<Origin> => {
    if (get(db(), MARK) === SETTLED || !hasAccounts()) return 'own';
    let kept = await keychain.read(name);
    if (kept === null) {
      // A broken keychain returns `null`, too, so it is tested before the answer is believed.
      if (!(await keychain.probe()).available) return 'unknown';
      kept = await keychain.read(name);
    }
    const [mark, coming] = [get(db(), MARK), get(db(), COMING)];
    // Without a mark in either place, the desk comes from a version without marks, or the app ended before it stored
    // the first.
    const isOwn = kept === null ? mark === null : kept === mark || kept === coming;
    return isOwn ? 'own' : 'copy';
  };

  const replaceMark = (mark: string): void => {
    if (closing.signal.aborted || get(db(), COMING) !== mark) return;
    db().durably(() => {
      put(db(), MARK, mark);
      drop(db(), COMING);
    });
  };

  const renew = (): Promise<void> =>
    inTurn(async () => {
      if (!hasAccounts()) return;
      hasBought = false;
      // If the user has just dismissed the system's prompt for the keychain, a mark is no reason to show it again.
      const isRefused = keychain.state().reason === 'locked';
      if (isRefused || !(await keychain.probe()).available) {
        // The desk was accepted as corrected for this run only: from the next start on it can count as a copy again.
        if (get(db(), MARK) === SETTLED) drop(db(), MARK);
        return;
      }
      if (closing.signal.aborted) return;
      const before = get(db(), COMING);
      if (before !== null && (await keychain.read(name)) === before) replaceMark(before);
      if (closing.signal.aborted) return;
      const next = randomUUID();
      db().durably(() => put(db(), COMING, next));
      if (await keychain.save(name, next, () => replaceMark(next))) replaceMark(next);
    });
  /** Never rejects: if the disk is full, the old mark stays. */
  const tryToRenew = (): Promise<void> =>
    renew().catch((error: unknown) => {
      if (closing.signal.aborted) return;
      logger.warn('the mark of the desk could not be changed', {
        error: error instanceof Error ? error.name : 'unknown',
      });
    });

  const recordOrigin = (is: Origin): Origin => {
    if (closing.signal.aborted) return is;
    origin = is;
    if (is === 'own' && !isRenewed && hasAccounts()) {
      isRenewed = true;
      void tryToRenew();
    }
    if (is === 'copy') onCopy();
    return is;
  };

  return {
    /** Must be called when the first or another database is opened. */
    opened: (): void => {
      origin = null;
      looking = null;
      isRenewed = false;
      // A copy of a desk in which nobody has signed in does not matter.
      if (!hasAccounts() && get(db(), MARK) === null) noteSettled(db());
    },
    /** Returns the desk's origin. Asks the keychain once, and again as long as it could not tell. Never rejects. */
    known: (): Promise<Origin> => {
      if (origin === 'copy' || (origin === 'own' && (isRenewed || !hasAccounts()))) return Promise.resolve(origin);
      looking ??= findOrigin()
        .then(recordOrigin, (): Origin => 'unknown')
        .finally(() => {
          looking = null;
        });
      return looking;
    },
    /** Whether it is unknown if this desk is a copy, so that another copy of it may be at work. */
    isUnknown: (): boolean => origin === 'unknown',
    /** Notes a purchase: a copy of the desk from before it is outdated from now on, so the mark changes. */
    noteBought: (): void => {
      if (hasBought || origin !== 'own') return;
      hasBought = true;
      void clock
        .sleep(AFTER_BUYING_MS, closing.signal)
        .then(() => (hasBought ? tryToRenew() : undefined))
        .catch(() => {});
    },
    /**
     * When the desk was found to be a copy, in ms since the epoch (UTC); `null` once the user has dismissed the notice.
     */
    foundAt: (): number | null => {
      const at = get(db(), FOUND);
      return at === null ? null : Number(at);
    },
    noteFound: (): void => put(db(), FOUND, String(clock.now())),
    dismissNotice: (): void => drop(db(), FOUND),
    close: async (): Promise<void> => {
      if (hasBought && keychain.state().available) await tryToRenew();
      closing.abort();
    },
  };
};
