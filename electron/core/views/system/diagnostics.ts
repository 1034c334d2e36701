import { stat, statfs } from 'node:fs/promises';
import { arch, release, type as systemType, version as systemVersion, totalmem } from 'node:os';
import { join } from 'node:path';
import type { DeskContext } from '#core/context.ts';
import { listBackups } from '#core/platform/sqlite/backups.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { StorageNotice } from '#core/platform/sqlite/open-checked.ts';
import type { SlowStatement } from '#core/platform/sqlite/slow-statements.ts';
import { plain, sql } from '#core/platform/sqlite/sql.ts';
import type { Paths, UpdatePort } from '#core/ports.ts';
import type { AccountState } from '#shared/contract/account.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Trouble } from './troubles.ts';
import type { Versions } from './versions.ts';

interface DiagnosticsParts {
  readonly versions: Versions;
  readonly accounts: () => AccountState;
  readonly connection: () => string;
  readonly notice: () => StorageNotice | null;
  readonly slowStatements: () => readonly SlowStatement[];
  readonly troubles: () => readonly Trouble[];
}

/** The tables whose rows are counted. Counts show the size of a desk without revealing whose it is. */
const COUNTED = [
  'clients',
  'vpn_subscriptions',
  'dedicated_proxies',
  'lists',
  'exports',
  'purchases',
  'runs',
  'balance_history',
] as const;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const moment = (at: number): string => new Date(at).toISOString();

/**
 * Returns the facts about this computer and desk that the support needs, as lines in English with times in UTC. It
 * contains no client, no service and no file: only versions, states, counts, sizes and kinds of errors.
 */
export const diagnostics = async (context: DeskContext, parts: DiagnosticsParts): Promise<string> => {
  const { versions } = parts;
  const lines = [
    `Reseller Desk ${versions.app}, ${moment(context.clock.now())}`,
    versions.runtime,
    `SQLite ${versions.sqlite}, schema ${versions.schema}`,
    `${systemType()} ${release()} ${arch()}, ${systemVersion()}`,
    `Memory ${megabytes(totalmem())}, locale ${context.systemLocale}`,
    settingsLine(context.settings()),
    accountsLine(parts.accounts()),
    `Connection ${parts.connection()}`,
    updatesLine(context.updates),
    await storageLine(context.paths, parts.notice()),
    `Rows: ${COUNTED.map((table) => `${table} ${countOf(context.db, table)}`).join(', ')}`,
    purchasesLine(context.db),
    ...slowLines(parts.slowStatements()),
  ];
  const troubles = parts.troubles();
  if (troubles.length === 0) return [...lines, 'No errors since the start', ''].join('\n');
  return [...lines, 'Errors since the start, the last ones:', ...troubles.map(troubleLine), ''].join('\n');
};

const slowLines = (statements: readonly SlowStatement[]): readonly string[] =>
  statements.length === 0
    ? ['No slow statements since the start']
    : [
        'Slowest statements since the start:',
        ...statements.map(({ text, ms, times }) => `  ${ms} ms at most, slow ${times} times: ${text}`),
      ];

const troubleLine = ({ at, what }: Trouble): string => `  ${moment(at)} ${what}`;

const settingsLine = ({ language, theme, requestsPerSecond, chunkSize, lineEnding }: Settings): string =>
  `Language ${language}, theme ${theme}, ${requestsPerSecond} requests/s, ${chunkSize} lines a request, ${lineEnding}`;

const accountsLine = ({ accounts, keychain }: AccountState): string => {
  const each = accounts.map(
    ({ isSandbox, tokenPlace }) => `${isSandbox ? 'sandbox' : 'service'} (token: ${tokenPlace})`,
  );
  return `Accounts: ${each.length === 0 ? 'none' : each.join(', ')}; keychain ${keychain.reason}`;
};

const updatesLine = (updates: UpdatePort): string => {
  const { status, reason } = updates.state();
  return `Updates ${status}${reason === null ? '' : ` (${reason})`}`;
};

const countOf = (db: Database, table: (typeof COUNTED)[number]): number =>
  db.value<number>(sql`SELECT count(*) FROM ${plain(table)}`) ?? 0;

const purchasesLine = (db: Database): string => {
  const outcomes = db.all<{ outcome: string; n: number }>(
    `SELECT outcome || coalesce(' by ' || basis, '') AS outcome, count(*) AS n FROM purchases GROUP BY 1`,
  );
  return `Purchases: ${outcomes.length === 0 ? 'none' : outcomes.map(({ outcome, n }) => `${outcome} ${n}`).join(', ')}`;
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

const storageLine = async (paths: Paths, notice: StorageNotice | null): Promise<string> => {
  const [data, log, backups, disk] = await Promise.all([
    sizeOf(join(paths.data, 'desk.db')),
    sizeOf(join(paths.data, 'desk.db-wal')),
    listBackups(paths.backups).catch(() => []),
    statfs(paths.data).catch(() => null),
  ]);
  const newest = backups[0];
  return [
    `Database ${megabytes(data)} and ${megabytes(log)} of write-ahead log`,
    notice === null ? 'in order' : 'was set aside',
    `${backups.length} backups${newest === undefined ? '' : `, the newest of ${moment(newest.createdAt)}`}`,
    disk === null ? 'free space unknown' : `${megabytes(disk.bavail * disk.bsize)} free`,
  ].join(', ');
};
