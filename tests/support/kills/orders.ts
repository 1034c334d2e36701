import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import type { LedgerReport } from './protocol.ts';

/** Sends a request to a core, wherever it runs. */
export type Ask = <N extends ProcedureName>(name: N, input: ProcedureInput<N>) => Promise<ProcedureOutput<N>>;

export const KINDS: readonly Order['kind'][] = ['vpn-buy', 'dedicated', 'traffic', 'vpn-renew', 'dedicated-prolong'];

/** Reads all rows of a request that answers in pages. */
const everyRow = async <R>(
  read: (page: { offset: number; limit: number }) => Promise<{ readonly total: number; readonly rows: readonly R[] }>,
): Promise<R[]> => {
  const rows: R[] = [];
  for (;;) {
    const page = await read({ offset: rows.length, limit: 500 });
    rows.push(...page.rows);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
};

const heldServiceIds = async (ask: Ask): Promise<number[]> => {
  const sort = { by: 'boughtAt', direction: 'asc' } as const;
  const rows = await everyRow((page) => ask('dedicated.list', { filter: {}, sort, ...page }));
  return rows.filter((row) => row.hasPassword && row.serviceId !== null).map((row) => row.serviceId ?? 0);
};

const ofBulkRuns = async (ask: Ask): Promise<number[]> => {
  const ids = new Set<number>();
  for (const { kind, id: runId } of await everyRow((page) => ask('runs.list', page))) {
    if (kind !== 'purchases') continue;
    for (const line of await everyRow((page) => ask('runs.lines', { runId, ...page }))) {
      if (line.of === 'purchases' && line.purchaseId !== null) ids.add(line.purchaseId);
    }
  }
  return [...ids];
};

/**
 * Returns an order of this kind that can be placed now, or one of another kind if there is nothing to renew or prolong yet.
 */
export const orderOf = async (ask: Ask, kind: Order['kind'], clientId: number): Promise<Order> => {
  switch (kind) {
    case 'traffic':
      return { kind, clientId, poolType: 'mobile', gb: 1 };
    case 'dedicated':
      return { kind, clientId, ipv: 6, countryCode: 'de', period: 3, count: 1 };
    case 'dedicated-prolong': {
      const [serviceId] = await heldServiceIds(ask);
      return serviceId === undefined
        ? orderOf(ask, 'dedicated', clientId)
        : { kind, clientId, serviceIds: [serviceId], period: 3 };
    }
    case 'vpn-buy':
      return { kind, clientId, periodMonths: 1 };
    case 'vpn-renew': {
      const { subscriptions } = await ask('vpn.refresh', { clientId });
      const uuid = subscriptions[0]?.uuid;
      return uuid === undefined ? orderOf(ask, 'vpn-buy', clientId) : { kind, clientId, uuid, periodMonths: 1 };
    }
  }
};

/** Buys even if earlier purchases of the same goods have no outcome yet. */
export const buy = async (ask: Ask, order: Order): Promise<Purchase> => {
  const { offerId, priceKopecks, open } = await ask('purchases.offer', { order });
  return ask('purchases.confirm', { offerId, priceKopecks, despite: open.map(({ purchaseId }) => purchaseId) });
};

/** Looks for evidence, and once more a day later; a charge that has not shown up by then never happened. */
export const lookForADay = async (ask: Ask, passDay: () => void): Promise<void> => {
  await ask('purchases.resolve', {});
  passDay();
  await ask('purchases.resolve', {});
};

/** Returns the app's ledger. */
export const ledgerReport = async (ask: Ask): Promise<LedgerReport> => {
  const purchases = await everyRow((page) => ask('purchases.list', { filter: {}, ...page }));
  const { sum } = await ask('purchases.reconciliation', { offset: 0, limit: 1 });
  return {
    kind: 'ledger',
    purchases: purchases.map(({ id, outcome, goodsState, order, chargedKopecks, sentAt, reason }) => ({
      id,
      outcome,
      goodsState,
      chargedKopecks,
      sentAt,
      reason,
      kind: order.kind,
    })),
    heldServiceIds: await heldServiceIds(ask),
    ofBulkRuns: await ofBulkRuns(ask),
    differenceKopecks: sum?.differenceKopecks ?? 0,
  };
};
