import type { Order } from '#shared/contract/purchases.ts';
import { orderOf } from '../kills/orders.ts';
import { RECIPE } from '../recipe.ts';
import { type Operator, Refused } from './operator.ts';

/** Kinds and codes of refusals that a day with faults brings; any other is a fault of the app. */
const EXPECTED = new Set([
  ...['offline', 'timeout', 'server', 'rate-limited', 'cancelled', 'target-changed', 'target-open', 'price-changed'],
  ...['insufficient-balance', 'conflict', 'not-found', 'unreadable'],
]);

type Pick1 = <T>(from: readonly T[]) => T | undefined;

const WORDS = ['north', 'lime', 'harbour', 'Ёлка', 'Straße', 'two words', ''];

/** What people at a desk do, one thing after the other. Each returns what it was, for the record. */
export const createDay = (operator: Operator, random: () => number) => {
  const { ask, name } = operator;
  const pick: Pick1 = (from) => from[Math.floor(random() * from.length)];
  let added = 0;

  const clients = async () => {
    const sort = { by: 'createdAt', direction: 'asc' } as const;
    return (await ask('clients.list', { filter: {}, sort, offset: 0, limit: 200 })).rows;
  };
  const someClient = async () => pick(await clients());

  const buy = async (order: Order): Promise<string> => {
    const { offerId, priceKopecks, open, isUnguarded } = await ask('purchases.offer', { order });
    // Whoever is told that something is open, or that colleagues cannot be held off, mostly waits.
    if ((open.length > 0 || isUnguarded) && random() < 0.7) return `${order.kind} put off`;
    const despite = open.map(({ purchaseId }) => purchaseId);
    const { outcome } = await ask('purchases.confirm', { offerId, priceKopecks, despite });
    return `${order.kind} ${outcome}`;
  };
  const buyFor = async (kind: Order['kind']): Promise<string> => {
    const client = await someClient();
    if (client === undefined) return 'nobody to buy for';
    return buy(await orderOf(ask, kind, client.id));
  };

  const addClient = async (): Promise<string> => {
    added += 1;
    const clientKey = `${name}-${added}`;
    await ask('clients.add', { messengerId: added, clientKey, name: clientKey, note: '', tags: ['shop'] });
    return 'client';
  };
  const edit = async (): Promise<string> => {
    const client = await someClient();
    if (client === undefined) return 'nobody to edit';
    const { id: clientId, messengerId, clientKey } = client;
    const changed = { name: `${pick(WORDS)} ${Math.floor(random() * 90)}`, note: `${name} ${pick(WORDS)}` };
    await ask('clients.update', { clientId, messengerId, clientKey, ...changed, tags: ['shop', pick(WORDS) || 'x'] });
    return 'edit';
  };
  const sell = async (): Promise<string> => {
    const { rows } = await ask('purchases.list', { filter: {}, offset: 0, limit: 50 });
    const purchase = pick(rows.filter(({ outcome, clientId }) => outcome === 'charged' && clientId !== null));
    if (purchase === undefined) return 'nothing to sell';
    const priceKopecks = 1_000 + Math.floor(random() * 100_000);
    await ask('sales.set', { purchaseId: purchase.id, clientId: null, priceKopecks, dueDay: null });
    return 'sale';
  };
  const receive = async (): Promise<string> => {
    const client = await someClient();
    if (client === undefined) return 'nobody to pay';
    const amountKopecks = 100 + Math.floor(random() * 50_000);
    await ask('sales.receive', { clientId: client.id, amountKopecks, day: '2026-01-05', note: `to ${name}` });
    return 'payment';
  };
  const generate = async (): Promise<string> => {
    const client = await someClient();
    if (client === undefined) return 'nobody to generate for';
    await ask('lists.generate', { clientId: client.id, recipe: { ...RECIPE, quantity: 5 } });
    return 'list';
  };
  const bulk = async (): Promise<string> => {
    const clientIds = (await clients()).slice(0, 3).map(({ id }) => id);
    if (clientIds.length === 0) return 'nobody for many';
    const run = await ask('runs.plan', { kind: 'traffic', poolType: 'mobile', gb: 1, clientIds });
    if (run.detail?.of !== 'purchases') return 'no plan';
    const { remainingKopecks, totalKopecks: capKopecks } = run.detail;
    await ask('runs.resume', { runId: run.id, agreed: { remainingKopecks, capKopecks } });
    return 'run';
  };
  const removeOne = async (): Promise<string> => {
    const all = await clients();
    const client = all.length > 6 ? pick(all) : undefined;
    if (client === undefined) return 'nobody to remove';
    await ask(random() < 0.5 ? 'clients.archive' : 'clients.remove', { clientIds: [client.id] });
    return 'removed';
  };

  const things: readonly (readonly [number, () => Promise<string>])[] = [
    [2, addClient],
    [6, edit],
    [2, sell],
    [2, receive],
    [1, generate],
    [1, bulk],
    [1, removeOne],
    [4, () => buyFor('traffic')],
    [2, () => buyFor('vpn-buy')],
    [3, () => buyFor('vpn-renew')],
    [2, () => buyFor('dedicated')],
    [2, () => buyFor('dedicated-prolong')],
  ];
  const weight = things.reduce((sum, [one]) => sum + one, 0);

  /** Does something. A refusal that no fault explains is thrown. */
  return async (): Promise<string> => {
    let at = random() * weight;
    const [, thing] = things.find(([one]) => {
      at -= one;
      return at < 0;
    }) ?? [0, edit];
    try {
      return await thing();
    } catch (error) {
      if (!(error instanceof Refused)) {
        // The window was killed.
        if (/closed|crashed|destroyed/.test(String(error))) return 'gone';
        throw error;
      }
      if (!EXPECTED.has(error.kind)) throw error;
      return `${error.asked} ${error.code ?? error.kind}`;
    }
  };
};
