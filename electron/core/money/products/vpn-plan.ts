import { inTurns } from '#core/platform/async/slices.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { copyAsOf } from '#core/service/account/restored-desk.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import {
  blankLine,
  cannotBeDone,
  FATAL_ERRORS,
  type Plan,
  type PlanContext,
  type PlanLines,
  type PlannedCharge,
  type PlannedClient,
  type PlannedLine,
  plannedClients,
  targetFor,
} from './plan.ts';

interface Subscription {
  readonly uuid: string;
  readonly status: string | null;
  readonly expiresAt: number | null;
  readonly asOf: number | null;
}

const DAY = 86_400_000;

/** Plans the renewal of each selected subscription, or of each one that ends in time, with one charge each. */
export const planRenewals: PlanLines<'vpn-renew'> = async (input, context): Promise<Plan> => {
  const { db, accountId, quote, openOf, signal, progress, clock } = context;
  const { periodMonths, endingWithinDays } = input;
  const only = input.only === undefined ? null : new Set(input.only.map((uuid) => uuid.toLowerCase()));
  const clients = plannedClients(db, accountId, input.clientIds);
  const unread = await readUnread(clients, context);
  const until = endingWithinDays === null ? null : clock.now() + endingWithinDays * DAY;
  const charges: PlannedCharge[] = [];
  const lines: PlannedLine[] = [];
  let datesAsOf: number | null = null;

  const planClient = async (client: PlannedClient): Promise<void> => {
    const words = unread.get(client.clientId);
    if (words !== undefined) {
      lines.push(cannotBeDone('not-read', blankLine(client), { words }));
      return;
    }
    const all = subscriptionsOf(context, client.clientId);
    const ending = all.filter(({ uuid, expiresAt }) =>
      only === null ? until === null || (expiresAt !== null && expiresAt <= until) : only.has(uuid.toLowerCase()),
    );
    if (ending.length === 0) {
      const missing = only === null ? 'nothing-ending' : 'subscription-gone';
      lines.push(cannotBeDone(all.length === 0 ? 'no-subscription' : missing, blankLine(client)));
      return;
    }
    for (const { uuid, status, expiresAt, asOf } of ending) {
      const order: Order = { kind: 'vpn-renew', clientId: client.clientId, uuid, periodMonths };
      const line = blankLine(client, { target: uuid, expiresAt });
      const purchaseId = openOf(order, client)[0]?.purchaseId;
      if (status?.toUpperCase() === 'DISABLED') {
        lines.push(cannotBeDone('disabled', line));
      } else if (purchaseId !== undefined) {
        lines.push(cannotBeDone('outcome-open', line, { purchaseId }));
      } else {
        const { priceKopecks } = await quote(order);
        lines.push({ ...line, charge: charges.length, priceKopecks });
        charges.push({ order, target: targetFor(client, [{ id: uuid, endsAt: expiresAt }]), priceKopecks });
        if (asOf !== null) datesAsOf = Math.min(datesAsOf ?? asOf, asOf);
      }
    }
  };

  for await (const [index, client] of inTurns(clients.entries())) {
    signal.throwIfAborted();
    if (client === null) lines.push(cannotBeDone('client-removed'));
    else await planClient(client);
    if (index % 50 === 0) progress(index, clients.length);
  }
  return { charges, lines, datesAsOf };
};

/**
 * Plans one new subscription for each selected client. Clients with a subscription that runs are left out if the terms
 * say so, because they would pay for two.
 */
export const planNewSubscriptions: PlanLines<'vpn-buy'> = async (input, context): Promise<Plan> => {
  const { db, accountId, quote, openOf, signal, progress, clock } = context;
  const { periodMonths, skipsRunning } = input;
  const clients = plannedClients(db, accountId, input.clientIds);
  const unread: ReadonlyMap<number, string> = skipsRunning ? await readUnread(clients, context) : new Map();
  const now = clock.now();
  const charges: PlannedCharge[] = [];
  const lines: PlannedLine[] = [];

  const planClient = async (client: PlannedClient): Promise<void> => {
    const order: Order = { kind: 'vpn-buy', clientId: client.clientId, periodMonths };
    const line = blankLine(client);
    const words = unread.get(client.clientId);
    const purchaseId = openOf(order, client)[0]?.purchaseId;
    if (words !== undefined) {
      lines.push(cannotBeDone('not-read', line, { words }));
    } else if (purchaseId !== undefined) {
      lines.push(cannotBeDone('outcome-open', line, { purchaseId }));
    } else if (skipsRunning && subscriptionsOf(context, client.clientId).some((one) => isRunning(one, now))) {
      lines.push(cannotBeDone('has-subscription', line));
    } else {
      const { priceKopecks } = await quote(order);
      lines.push({ ...line, charge: charges.length, priceKopecks });
      charges.push({ order, target: targetFor(client), priceKopecks });
    }
  };

  for await (const [index, client] of inTurns(clients.entries())) {
    signal.throwIfAborted();
    if (client === null) lines.push(cannotBeDone('client-removed'));
    else await planClient(client);
    if (index % 50 === 0) progress(index, clients.length);
  }
  return { charges, lines, datesAsOf: null };
};

/** Whether a subscription works, as far as is known. One without a known end may. */
const isRunning = ({ status, expiresAt }: Subscription, now: number): boolean =>
  !['EXPIRED', 'DISABLED'].includes(status?.toUpperCase() ?? '') && (expiresAt ?? Number.POSITIVE_INFINITY) > now;

const subscriptionsOf = ({ db }: PlanContext, clientId: number): Subscription[] =>
  db.all<Subscription>(sql`SELECT s.uuid, s.status, s.expires_at, c.vpn_as_of AS asOf
    FROM vpn_subscriptions s JOIN clients c ON c.id = s.client_id
    WHERE s.client_id = ${clientId} AND s.gone_at IS NULL ORDER BY s.expires_at NULLS LAST, s.position`);

/**
 * Reads the subscriptions of clients that were never read. Stored ones are good enough for a plan, whatever their age,
 * because each subscription is read again just before it is paid. The data of a restored copy is not: subscriptions
 * renewed since then would seem to end soon. Returns the reasons for clients that could not be read.
 */
const readUnread = async (
  clients: readonly (PlannedClient | null)[],
  { db, accountId, signal, progress, catalogue }: PlanContext,
): Promise<ReadonlyMap<number, string>> => {
  const copiedUntil = copyAsOf(db, accountId) ?? 0;
  const isUnread = ({ vpnAsOf }: PlannedClient): boolean => vpnAsOf === null || vpnAsOf <= copiedUntil;
  const unread = clients.filter((client): client is PlannedClient => client !== null && isUnread(client));
  const failed = new Map<number, string>();
  for (const [index, { clientId }] of unread.entries()) {
    signal.throwIfAborted();
    progress(index, unread.length);
    try {
      await catalogue.readSubscriptions(clientId, accountId);
    } catch (error) {
      if (!(error instanceof DeskError) || FATAL_ERRORS.has(error.kind)) throw error;
      failed.set(clientId, error.details?.serviceMessage ?? '');
    }
  }
  return failed;
};
