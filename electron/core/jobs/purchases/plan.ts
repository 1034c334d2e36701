import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Order, Target } from '#shared/contract/purchases.ts';
import type { PurchasesInput, PurchasesLine, PurchasesProblem } from '#shared/contract/runs.ts';
import type { PriceBook } from './price-book.ts';

/** For whom a line is, as it is now. */
export interface LineClient {
  readonly clientId: number | null;
  readonly name: string;
  readonly messengerId: number | null;
  readonly clientKey: string | null;
}

const NOBODY: LineClient = { clientId: null, name: '', messengerId: null, clientKey: null };

export interface PlannedLine extends Pick<PurchasesLine, 'problem' | 'target' | 'expiresAt' | 'priceKopecks'> {
  /** Index of its charge; `null`: it cannot be done, and `problem` says why. */
  readonly charge: number | null;
  readonly client: LineClient;
  readonly serviceId: number | null;
}

export interface PlannedCharge {
  readonly order: Order;
  /** What is paid for, as the plan shows it. */
  readonly target: Target;
  readonly priceKopecks: number;
}

export interface Plan {
  readonly charges: readonly PlannedCharge[];
  readonly lines: readonly PlannedLine[];
  /** See `PurchasesDetail`. */
  readonly datesAsOf: number | null;
}

export interface PlanContext {
  readonly db: Database;
  readonly accountId: string;
  readonly prices: PriceBook;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

export type PlanInputOf<K extends PurchasesInput['kind']> = Extract<PurchasesInput, { kind: K }>;

/** A line without a charge or a problem yet. */
export const blankLine = (client: LineClient = NOBODY, about: Partial<PlannedLine> = {}): PlannedLine => ({
  charge: null,
  problem: null,
  client,
  target: '',
  serviceId: null,
  expiresAt: null,
  priceKopecks: null,
  ...about,
});

/** A line that cannot be done. */
export const cannotBeDone = (
  code: PurchasesProblem['code'],
  line: PlannedLine = blankLine(),
  more: Partial<PurchasesProblem> = {},
): PlannedLine => ({
  ...line,
  problem: { words: '', ...more, code },
});

/** Nothing with an end unless `ends` names it. */
export const targetFor = ({ messengerId, clientKey }: LineClient = NOBODY, ends: Target['ends'] = []): Target => ({
  messengerId,
  clientKey,
  ends,
});

export interface PlannedClient extends LineClient {
  readonly clientId: number;
  readonly vpnAsOf: number | null;
}

/** The clients of a selection, in its order, each once; `null` for one that is not there any more. */
export const plannedClients = (
  db: Database,
  accountId: string,
  clientIds: readonly number[],
): readonly (PlannedClient | null)[] =>
  db
    .all<Omit<PlannedClient, 'clientId'> & Pick<LineClient, 'clientId'>>(sql`SELECT c.id AS clientId, iif(c.name = '',
      c.client_key, c.name) AS name, c.messenger_id, c.client_key, c.vpn_as_of
      FROM json_each(${JSON.stringify([...new Set(clientIds)])}) wanted LEFT JOIN clients c ON c.id = wanted.value
      AND c.account_id = ${accountId} AND c.removed = 0
      ORDER BY wanted.key`)
    .map(({ clientId, ...client }) => (clientId === null ? null : { clientId, ...client }));
