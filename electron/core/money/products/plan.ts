import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { DedicatedStore } from '#core/catalogue/dedicated/dedicated-store.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { Clock } from '#core/ports.ts';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import type { OpenPurchase, Order, Target } from '#shared/contract/purchases.ts';
import type { PurchasesInput, PurchasesLine, PurchasesProblem } from '#shared/contract/runs.ts';
import type { BulkKind } from '#shared/domain/products/rules.ts';
import { DeskError } from '#shared/result.ts';
import type { Quote } from './product.ts';

/** The client of a line with its present data. */
export interface LineClient {
  readonly clientId: number | null;
  readonly name: string;
  readonly messengerId: number | null;
  readonly clientKey: string | null;
}

const NOBODY: LineClient = { clientId: null, name: '', messengerId: null, clientKey: null };

export interface PlannedLine extends Pick<PurchasesLine, 'problem' | 'target' | 'expiresAt' | 'priceKopecks'> {
  /** The index of its charge; `null` if it cannot be bought, and `problem` says why. */
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
  /** Returns the price of an order. Orders with the same price are quoted once. */
  readonly quote: (order: Order) => Promise<Quote>;
  /** Returns purchases of the same target without an outcome, oldest first. Another purchase now might pay twice. */
  readonly openOf: (order: Order, client: Pick<Target, 'messengerId' | 'clientKey'> | null) => readonly OpenPurchase[];
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  readonly catalogue: PlanCatalogue;
}

/** The parts of the catalogue that plans read. */
export interface PlanCatalogue {
  /** Reads a client's subscriptions from the service and stores them. */
  readonly readSubscriptions: (clientId: number, accountId: string) => Promise<void>;
  readonly proxies: (accountId: string, ids: readonly number[]) => readonly DedicatedProxy[];
  readonly proxyDates: DedicatedStore['datesOf'];
}

/** Plans the purchases of a run. Throws the errors of the service's reads, and the reason of `signal`. */
export type PlanLines<K extends BulkKind = BulkKind> = (
  input: Extract<PurchasesInput, { kind: K }>,
  context: PlanContext,
) => Promise<Plan>;

/** Errors after which the next client cannot be read either, or must not be asked for yet. */
export const FATAL_ERRORS: ReadonlySet<string> = new Set([
  'offline',
  'timeout',
  'unauthorized',
  'forbidden',
  'signed-out',
  'cancelled',
  'server',
  'rate-limited',
]);

/** Error codes of a quote that contains no price for the order. */
const NO_PRICE: ReadonlySet<string | undefined> = new Set(['price-not-positive', 'quote-not-as-ordered']);

/** Returns the problem of a line that has no price. Throws errors that would affect every other line as well. */
export const problemOfQuote = (error: unknown): PurchasesProblem => {
  if (error instanceof DeskError) {
    if (error.kind === 'rejected') return { code: 'refused', words: error.details?.serviceMessage ?? '' };
    if (NO_PRICE.has(error.details?.code)) return { code: 'not-quoted', words: '' };
  }
  throw error;
};

/** Creates a line without a charge and without a problem. */
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

/** Creates a line that cannot be bought. */
export const cannotBeDone = (
  code: PurchasesProblem['code'],
  line: PlannedLine = blankLine(),
  more: Partial<PurchasesProblem> = {},
): PlannedLine => ({
  ...line,
  problem: { words: '', ...more, code },
});

/** Creates the target of a charge. Without `ends` it contains nothing that ends. */
export const targetFor = ({ messengerId, clientKey }: LineClient = NOBODY, ends: Target['ends'] = []): Target => ({
  messengerId,
  clientKey,
  ends,
});

/** Returns a client for a line; without pair and name if the client was removed. */
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

/** Returns the clients of a selection in its order, each once; `null` for removed ones. */
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
