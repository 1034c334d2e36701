import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Clock } from '#core/ports.ts';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import type { OpenPurchase, Order, Target } from '#shared/contract/purchases.ts';
import type { PurchasesInput, PurchasesLine, PurchasesProblem } from '#shared/contract/runs.ts';
import type { RecurringKind } from '#shared/domain/products/rules.ts';
import { DeskError } from '#shared/result.ts';
import type { Quote } from './product.ts';

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
  /** The target as the plan shows it. */
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
  readonly clock: Clock;
  /** The price of an order; of those that cost the same it is asked for once. */
  readonly quote: (order: Order) => Promise<Quote>;
  /** Purchases of the same target without an outcome, oldest first: another one now might pay twice. */
  readonly openOf: (order: Order, client: Pick<Target, 'messengerId' | 'clientKey'> | null) => readonly OpenPurchase[];
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  readonly catalogue: PlanCatalogue;
}

/** The parts of the catalogue that plans read. */
export interface PlanCatalogue {
  /** Reads a client's subscriptions from the service and keeps them. */
  readonly readSubscriptions: (clientId: number, accountId: string) => Promise<void>;
  readonly proxies: (accountId: string, ids: readonly number[]) => readonly DedicatedProxy[];
}

/** Plans what a run of the kind buys. Throws what the service's reads throw, and what `signal` was aborted with. */
export type PlanLines<K extends RecurringKind = RecurringKind> = (
  input: Extract<PurchasesInput, { kind: K }>,
  context: PlanContext,
) => Promise<Plan>;

/** Errors after which the next client cannot be asked for either. */
export const FATAL_ERRORS: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'unauthorized',
  'forbidden',
  'signed-out',
  'cancelled',
  'server',
]);

/** Errors of a quote that names no price of what was asked for. */
const NO_PRICE: ReadonlySet<string | undefined> = new Set(['price-not-positive', 'quote-not-as-ordered']);

/** Why one line is left out for which no price could be had. Throws what would keep every other from having one, too. */
export const problemOfQuote = (error: unknown): PurchasesProblem => {
  if (error instanceof DeskError) {
    if (error.kind === 'rejected') return { code: 'refused', words: error.details?.serviceMessage ?? '' };
    if (NO_PRICE.has(error.details?.code)) return { code: 'not-quoted', words: '' };
  }
  throw error;
};

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

/** The target of a charge. Without `ends` it contains nothing that ends. */
export const targetFor = ({ messengerId, clientKey }: LineClient = NOBODY, ends: Target['ends'] = []): Target => ({
  messengerId,
  clientKey,
  ends,
});

/** A client as a line shows it; without a pair or a name where the client is not there any more. */
export const lineClient = (db: Database, accountId: string, clientId: number): LineClient => {
  try {
    const { name, messengerId, clientKey } = findClientPair(db, accountId, clientId);
    return { clientId, name, messengerId, clientKey };
  } catch {
    return { clientId, name: '', messengerId: null, clientKey: null };
  }
};

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
