import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { reconcile } from '#core/money/purchases/reconciliation.ts';
import { type Database, openDatabase } from '#core/platform/sqlite/database.ts';
import { KIND_OF_ENDPOINT, type ServiceBooks } from '../kills/kill-counts.ts';
import type { Postgres } from '../shared-desk/postgres.ts';
import { readableIn } from '../shared-desk/readable.ts';
import { contentOf } from './content.ts';
import { paidWithoutAgreement, renewedTwice } from './intentions.ts';
import type { Operator } from './operator.ts';
import { secretsOf } from './secrets.ts';
import type { ShopService } from './service.ts';
import { differenceOf } from './view.ts';

/** Everything that is wrong with the computers' data in the end, in words. All lists are empty if nothing is wrong. */
export interface Verdict {
  /** Records that differ between two computers. */
  readonly unequal: readonly string[];
  /** Differences between the ledger and the service's books, and wrong statements of a computer about them. */
  readonly unexplained: readonly string[];
  /** Purchases that were paid without an agreement, or twice. */
  readonly unasked: readonly string[];
  /** Secrets that can be read in the shared database or in its log. */
  readonly readable: readonly string[];
}

interface Judged {
  readonly verdict: Verdict;
  /** Hashes of all shared data, by computer. */
  readonly hashes: ReadonlyMap<string, string>;
}

interface Played {
  readonly operators: readonly Operator[];
  readonly service: ShopService;
  readonly postgres: Postgres;
  readonly passphrase: string;
}

type Entries = Awaited<ReturnType<ServiceBooks['books']>>['entries'];

/**
 * Compares to the kopeck: every charged purchase is in the books, and every entry of the books is charged or open in the
 * ledger.
 */
const unexplainedOf = (db: Database, entries: Entries): readonly string[] => {
  const rows = db.all<{ id: number; outcome: string; charge: string; kopecks: number }>(
    `SELECT id, outcome, kind || ' ' || coalesce(charged_kopecks, price_kopecks) AS charge,
       coalesce(charged_kopecks, price_kopecks) AS kopecks FROM purchases`,
  );
  const rest = entries.map(({ endpoint, kopecks }) => `${KIND_OF_ENDPOINT[endpoint]} ${kopecks}`);
  const takeOff = (charge: string): boolean => {
    const at = rest.indexOf(charge);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  };
  const charged = rows.filter(({ outcome }) => outcome === 'charged');
  const unbooked = charged.filter(({ charge }) => !takeOff(charge));
  for (const { charge, outcome } of rows) if (outcome === 'open') takeOff(charge);
  const sumOf = (all: readonly { readonly kopecks: number }[]): number =>
    all.reduce((sum, one) => sum + one.kopecks, 0);
  const [accountId = ''] = db.values<string>('SELECT account_id FROM shared_desks');
  const { sum } = reconcile(db, accountId);
  const told = (sum?.differenceKopecks ?? 0) - (sum?.lateKopecks ?? 0);
  const beyond = sumOf(entries) - sumOf(charged);
  return [
    ...unbooked.map(({ id, charge }) => `no. ${id} (${charge}) is charged here, and not by the service`),
    ...rest.map((charge) => `${charge} was charged by the service, and is neither in the ledger nor open`),
    ...rows.filter(({ outcome }) => outcome === 'pending').map(({ id }) => `no. ${id} is under way for ever`),
    ...(told === beyond ? [] : [`others are said to have spent ${told} kopecks, and it is ${beyond}`]),
  ];
};

const hashOf = (lines: readonly string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex');

/** Looks into the files of computers whose apps have ended. */
export const judgeFiles = async ({ operators, service, postgres, passphrase }: Played): Promise<Judged> => {
  const files = operators.map((one) => ({ ...one, db: openDatabase(join(one.folder, 'data', 'desk.db')) }));
  const ofEach = (what: (db: Database, operator: Operator) => readonly string[]): readonly string[] =>
    files.flatMap(({ db, ...one }) => what(db, one).map((found) => `${one.name}: ${found}`));
  try {
    const { entries } = await service.books.books();
    const secrets = [service.token, passphrase, ...files.flatMap(({ db }) => secretsOf(db))];
    const contents = new Map(files.map(({ name, db }) => [name, contentOf(db)]));
    const verdict = {
      unequal: differenceOf(contents),
      unexplained: ofEach((db) => unexplainedOf(db, entries)),
      unasked: ofEach((db, { agreed }) => [
        ...paidWithoutAgreement(db, agreed),
        ...renewedTwice(db).map((what) => `renewed twice: ${what}`),
      ]),
      readable: await readableIn(postgres, [...new Set(secrets)]),
    };
    return { verdict, hashes: new Map([...contents].map(([name, lines]) => [name, hashOf(lines)])) };
  } finally {
    for (const { db } of files) db.close();
  }
};
