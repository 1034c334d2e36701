import { createHash, randomUUID } from 'node:crypto';
import { createTurns } from '#core/platform/async/turns.ts';
import type { Keychain } from '#core/platform/secrets/keychain.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Ports } from '#core/ports.ts';

/**
 * `own`: the desk that this computer worked with last; `copy`: an older state of it, or another computer's; `unknown`: the
 * keychain cannot be used, so nobody can tell.
 */
export type Origin = 'own' | 'copy' | 'unknown';

interface MarkDeps extends Pick<Ports, 'clock' | 'paths' | 'logger'> {
  /** The database that is open now. */
  readonly db: () => Database;
  readonly keychain: Keychain;
  /** It was found to be a copy. */
  readonly onCopy: () => void;
}

/** The setting. */
export const MARK = 'copies.mark';
const COMING = 'copies.comingMark';
const FOUND = 'copies.foundAt';
/** In the place of a mark: whatever the keychain says, this desk is known as what it is, and takes a new one. */
const SETTLED = 'settled';

/** One purchase is mostly followed by others. */
const AFTER_BUYING_MS = 30_000;

const get = (db: Database, key: string): string | null =>
  db.value<string>(sql`SELECT value FROM settings WHERE key = ${key}`);
const put = (db: Database, key: string, value: string): void => {
  db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${key}, ${value})`);
};
const drop = (db: Database, key: string): void => {
  db.run(sql`DELETE FROM settings WHERE key = ${key}`);
};

/** The desk was set right as a copy, or is new. Joins the transaction that is open. */
export const noteSettled = (db: Database): void => {
  put(db, MARK, SETTLED);
  drop(db, COMING);
};

export type DeskMark = ReturnType<typeof createDeskMark>;

/**
 * Tells a copy of the desk from the desk itself. A mark stands in the database and in the keychain of this computer, under
 * the name of the data folder, and changes with every start and with what is bought. Whatever is copied by other ways than
 * the app's own, such as the folder, an older file or another machine, has a mark that the keychain does not have.
 *
 * A new mark is in the database as the coming one before the keychain gets it, and both are taken for the desk's own:
 * wherever the app dies in between, the two agree at the next start.
 */
export const createDeskMark = ({ clock, paths, logger, keychain, onCopy, db }: MarkDeps) => {
  const name = `desk-mark:${createHash('sha256').update(paths.data).digest('hex').slice(0, 32)}`;
  const inTurn = createTurns();
  const closing = new AbortController();
  let origin: Origin | null = null;
  let looking: Promise<Origin> | null = null;
  /** In this run, or since another database was opened. */
  let isTaken = false;
  let hasBought = false;

  const hasAccounts = (): boolean => db().has('SELECT 1 FROM accounts');

  const look = async (): Promise<Origin> => {
    if (get(db(), MARK) === SETTLED) return 'own';
    let kept = await keychain.read(name);
    if (kept === null) {
      // A broken keychain answers "not there", too.
      if (!(await keychain.probe()).available) return 'unknown';
      kept = await keychain.read(name);
    }
    const [mark, coming] = [get(db(), MARK), get(db(), COMING)];
    // Without a mark of its own it is of a version that knew of none, or the app ended before the first one was kept.
    const isOwn = kept === null ? mark === null : kept === mark || kept === coming;
    return isOwn ? 'own' : 'copy';
  };

  const arrived = (mark: string): void => {
    if (closing.signal.aborted || get(db(), COMING) !== mark) return;
    db().durably(() => {
      put(db(), MARK, mark);
      drop(db(), COMING);
    });
  };

  const take = (): Promise<void> =>
    inTurn(async () => {
      if (!hasAccounts()) return;
      hasBought = false;
      if (!(await keychain.probe()).available) {
        // It was settled as a copy in this run alone: from the next start on it may be one again.
        if (get(db(), MARK) === SETTLED) drop(db(), MARK);
        return;
      }
      if (closing.signal.aborted) return;
      const before = get(db(), COMING);
      if (before !== null && (await keychain.read(name)) === before) arrived(before);
      if (closing.signal.aborted) return;
      const next = randomUUID();
      db().durably(() => put(db(), COMING, next));
      if (await keychain.save(name, next, () => arrived(next))) arrived(next);
    });
  /** Never rejects: a full disk keeps the mark that was there. */
  const tryToTake = (): Promise<void> =>
    take().catch((error: unknown) => {
      if (closing.signal.aborted) return;
      logger.warn('the mark of the desk could not be changed', {
        error: error instanceof Error ? error.name : 'unknown',
      });
    });

  const found = (is: Origin): Origin => {
    if (closing.signal.aborted) return is;
    origin = is;
    if (is === 'own' && !isTaken && hasAccounts()) {
      isTaken = true;
      void tryToTake();
    }
    if (is === 'copy') onCopy();
    return is;
  };

  return {
    /** Another database is open, or the first one. */
    opened: (): void => {
      origin = null;
      looking = null;
      isTaken = false;
      // A copy of a desk in which nobody has signed in does not matter.
      if (!hasAccounts() && get(db(), MARK) === null) noteSettled(db());
    },
    /** Asks the keychain, once; again as long as that could not tell. Never rejects. */
    known: (): Promise<Origin> => {
      if (origin === 'copy' || (origin === 'own' && (isTaken || !hasAccounts()))) return Promise.resolve(origin);
      looking ??= look()
        .then(found, (): Origin => 'unknown')
        .finally(() => {
          looking = null;
        });
      return looking;
    },
    /** Nobody can tell whether another copy of this desk is at work. */
    isUnknown: (): boolean => origin === 'unknown',
    /** A copy of before is an older state now. */
    noteBought: (): void => {
      if (hasBought || origin !== 'own') return;
      hasBought = true;
      void clock
        .sleep(AFTER_BUYING_MS, closing.signal)
        .then(() => (hasBought ? tryToTake() : undefined))
        .catch(() => {});
    },
    /** When the desk was found to be a copy, until the user has read it. */
    foundAt: (): number | null => {
      const at = get(db(), FOUND);
      return at === null ? null : Number(at);
    },
    noteFound: (): void => put(db(), FOUND, String(clock.now())),
    dismissNotice: (): void => drop(db(), FOUND),
    close: async (): Promise<void> => {
      if (hasBought && keychain.state().available) await tryToTake();
      closing.abort();
    },
  };
};
