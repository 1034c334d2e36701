import type { Database } from '#core/platform/sqlite/database.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import type { Account, Balance } from '#shared/contract/account.ts';

export interface StoredAccount
  extends Pick<Account, 'id' | 'label' | 'baseUrl' | 'isSandbox' | 'tokenRejected' | 'balance' | 'isBroughtBack'> {
  /** Whether the keychain has a token; for the sandbox, whether it is signed in. */
  readonly hasToken: boolean;
}

interface NewAccount extends Pick<StoredAccount, 'id' | 'label' | 'baseUrl' | 'isSandbox'> {
  readonly createdAt: number;
}

/** `uptime` is that of the machine at the reading; see `Clock`. */
interface ReadBalance extends Balance {
  readonly uptime: number;
}

interface LastReading {
  readonly seq: number;
  readonly balanceKopecks: number;
  readonly spentKopecks: number;
  readonly ledgerMark: number | null;
  readonly isOfTheseBooks: boolean;
}

const ACCOUNTS = sql`SELECT id, label, base_url, is_sandbox AS "isSandbox:flag", token_in_keychain AS "hasToken:flag",
    token_rejected AS "tokenRejected:flag", copy_as_of IS NOT NULL AS "isBroughtBack:flag",
    iif(balance_kopecks IS NULL OR spent_kopecks IS NULL OR balance_as_of IS NULL, NULL, json_object('balanceKopecks',
      balance_kopecks, 'spentKopecks', spent_kopecks, 'asOf', balance_as_of)) AS "balance:json"
  FROM accounts WHERE removed = 0`;

const ACTIVE_KEY = 'account.active';
const TRACES_KEY = 'account.traces';

const ofRemoved = (table: string, rows: number): string =>
  `DELETE FROM ${table} WHERE id IN (SELECT ${table}.id FROM accounts JOIN ${table} ON account_id = accounts.id
   WHERE accounts.removed = 1 LIMIT ${rows})`;

/** Deletes rows that belong to a row of the account, such as the lines of its runs. */
const partsOfRemoved = (
  table: string,
  [whole, part]: readonly [string, string],
  wholes: string,
  rows: number,
): string =>
  `DELETE FROM ${table} WHERE (${whole}, ${part}) IN (SELECT ${table}.${whole}, ${table}.${part}
   FROM accounts CROSS JOIN ${wholes} ON ${wholes}.account_id = accounts.id
   CROSS JOIN ${table} ON ${table}.${whole} = ${wholes}.id WHERE accounts.removed = 1 LIMIT ${rows})`;

/** Tables with very many rows per account are emptied first, in slices. The others are deleted with the account. */
const SLICES: readonly string[] = [
  partsOfRemoved('run_lines', ['run_id', 'line'], 'runs', 500),
  partsOfRemoved('check_lines', ['run_id', 'line'], 'runs', 500),
  partsOfRemoved('run_charges', ['run_id', 'charge'], 'runs', 500),
  `DELETE FROM import_bad_lines WHERE id IN (SELECT import_bad_lines.id
   FROM accounts CROSS JOIN runs ON runs.account_id = accounts.id
   CROSS JOIN import_bad_lines ON run_id = runs.id WHERE accounts.removed = 1 LIMIT 50)`,
  ofRemoved('due_items', 500),
  ofRemoved('lists', 10),
  ofRemoved('exports', 500),
  ofRemoved('purchases', 300),
  ofRemoved('dedicated_proxies', 300),
  ofRemoved('clients', 300),
];

const setColumn = (db: Database, id: string, column: string, value: string | number): void => {
  db.run(sql`UPDATE accounts SET ${plain(column)} = ${value} WHERE id = ${id}`);
};

export const allAccounts = (db: Database): readonly StoredAccount[] =>
  db.all<StoredAccount>(sql`${ACCOUNTS} ORDER BY created_at, id`);

export const findAccount = (db: Database, id: string): StoredAccount | undefined =>
  db.get<StoredAccount>(sql`${ACCOUNTS} AND id = ${id}`);

export const addAccount = (db: Database, { id, label, baseUrl, isSandbox, createdAt }: NewAccount): void => {
  db.run(sql`INSERT INTO accounts (id, label, base_url, is_sandbox, created_at)
    VALUES (${id}, ${label}, ${baseUrl}, ${isSandbox}, ${createdAt})`);
};

export const setBaseUrl = (db: Database, id: string, baseUrl: string): void => setColumn(db, id, 'base_url', baseUrl);

export const setAccountLabel = (db: Database, id: string, label: string): void => setColumn(db, id, 'label', label);

export const setHasToken = (db: Database, id: string, hasToken: boolean): void =>
  setColumn(db, id, 'token_in_keychain', hasToken ? 1 : 0);

/** Returns the mark of the token last used to sign in (token-mark.ts), or `null` if it is unknown. */
export const tokenMarkOf = (db: Database, id: string): string | null =>
  db.value<string>(sql`SELECT token_mark FROM accounts WHERE id = ${id}`);

export const setTokenMark = (db: Database, id: string, mark: string): void => setColumn(db, id, 'token_mark', mark);

export const setTokenRejected = (db: Database, id: string, rejected: boolean): void =>
  setColumn(db, id, 'token_rejected', rejected ? 1 : 0);

/** Starts new books: later readings do not continue the earlier ones. */
export const startBooks = (db: Database, id: string): void => {
  db.run(sql`UPDATE accounts SET books = books + 1 WHERE id = ${id}`);
};

/** Returns the number of times that new books were started. */
export const countBooks = (db: Database, id: string): number =>
  db.value<number>(sql`SELECT books FROM accounts WHERE id = ${id}`) ?? 0;

/**
 * Returns the id of the account's newest purchase, 0 if there is none, or `null` while this computer has a purchase
 * in flight.
 */
export const ledgerMarkOf = (db: Database, id: string): number | null => {
  const found = db.get<{ newest: number | null; underWay: number }>(sql`SELECT (SELECT id FROM purchases
    WHERE account_id = ${id} ORDER BY id DESC LIMIT 1) AS newest, (SELECT count(*) FROM purchases
    WHERE account_id = ${id} AND outcome = 'pending' AND computer IS NULL) AS underWay`);
  return found === undefined || found.underWay > 0 ? null : (found.newest ?? 0);
};

/**
 * Stores a reading and its history: one row for every amount that differs from the previous one, and for every
 * purchase in between. `ledgerMark` is the value of `ledgerMarkOf()` at the request and at the answer, or `null` if
 * they differ.
 */
export const setBalance = (
  db: Database,
  id: string,
  { balanceKopecks, spentKopecks, asOf, uptime }: ReadBalance,
  ledgerMark: number | null,
) =>
  db.transaction(() => {
    const last = db.get<LastReading>(sql`SELECT h.seq, h.balance_kopecks, h.spent_kopecks, h.ledger_mark,
      h.books = a.books AS "isOfTheseBooks:flag"
      FROM balance_history h JOIN accounts a ON a.id = h.account_id WHERE a.id = ${id} ORDER BY h.seq DESC LIMIT 1`);
    db.run(sql`UPDATE accounts SET balance_kopecks = ${balanceKopecks}, spent_kopecks = ${spentKopecks},
      balance_as_of = ${asOf} WHERE id = ${id}`);
    const isSame = last?.balanceKopecks === balanceKopecks && last.spentKopecks === spentKopecks && last.isOfTheseBooks;
    if (isSame && ledgerMark === null) return;
    if (isSame && ledgerMark === last.ledgerMark) {
      db.run(sql`UPDATE balance_history SET seen_at = ${asOf}, seen_uptime = ${uptime}
        WHERE account_id = ${id} AND seq = ${last.seq}`);
      return;
    }
    db.run(sql`INSERT OR REPLACE INTO balance_history (account_id, at, balance_kopecks, spent_kopecks, seq,
      ledger_mark, books, uptime, seen_at, seen_uptime)
      VALUES (${id}, ${asOf}, ${balanceKopecks}, ${spentKopecks}, ${(last?.seq ?? 0) + 1}, ${ledgerMark},
      (SELECT books FROM accounts WHERE id = ${id}), ${uptime}, ${asOf}, ${uptime})`);
  });

export const activeAccountId = (db: Database): string | null =>
  db.value<string>(sql`SELECT accounts.id FROM settings JOIN accounts ON accounts.id = value
    WHERE key = ${ACTIVE_KEY} AND removed = 0`);

export const setActiveAccount = (db: Database, id: string | null): void => {
  if (id === null) db.run(sql`DELETE FROM settings WHERE key = ${ACTIVE_KEY}`);
  else db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${ACTIVE_KEY}, ${id})`);
};

/** Hides the account immediately; `deleteSomeOfRemoved` deletes its rows. */
export const markAccountRemoved = (db: Database, id: string): void => setColumn(db, id, 'removed', 1);

/** Deletes some rows of removed accounts. Returns their number, or 0 if all are deleted. */
export const deleteSomeOfRemoved = (db: Database): number =>
  db.transaction(() => {
    for (const slice of SLICES) {
      const { changes } = db.run(slice);
      if (changes > 0) return changes;
    }
    if (db.run('DELETE FROM accounts WHERE removed = 1').changes > 0) {
      db.run(sql`INSERT OR REPLACE INTO settings (key, value) VALUES (${TRACES_KEY}, '')`);
    }
    return 0;
  });

/**
 * Returns whether rows of an account were deleted while the file may still contain their data. The flag survives a
 * restart.
 */
export const hasTraces = (db: Database): boolean => db.has(sql`SELECT 1 FROM settings WHERE key = ${TRACES_KEY}`);

export const noteTracesGone = (db: Database): void => {
  db.run(sql`DELETE FROM settings WHERE key = ${TRACES_KEY}`);
};
