import type { ClientRow } from '#shared/contract/clients.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { orderOf } from '../../kills/orders.ts';
import type { Tools, Weighted } from './tools.ts';

export const buyingChores = ({ ask, agree, below, pick, clients, withOne, random }: Tools): Weighted => {
  const buy = async (order: Order, client: ClientRow): Promise<string> => {
    const { offerId, priceKopecks, open, isUnguarded } = await ask('purchases.offer', { order });
    // A person who reads that something is open, or that colleagues cannot be held off, mostly waits.
    if ((open.length > 0 || isUnguarded) && random() < 0.7) return `${order.kind} put off`;
    const despite = open.map(({ purchaseId }) => purchaseId);
    agree(order.kind, client);
    const { outcome } = await ask('purchases.confirm', { offerId, priceKopecks, despite });
    return `${order.kind} ${outcome}`;
  };
  const buyFor = (kind: Order['kind']) => (): Promise<string> =>
    withOne(clients(), async (client) => buy(await orderOf(ask, kind, client.id), client));

  const some = async (): Promise<readonly number[]> => {
    const all = (await clients()).map(({ id }) => id);
    return all.slice(below(all.length)).slice(0, 3);
  };
  const begin = async (runId: number): Promise<string> => {
    const run = await ask('runs.get', { runId });
    if (run.detail?.of !== 'purchases') return 'no plan';
    const { remainingKopecks, totalKopecks: capKopecks } = run.detail;
    await ask('runs.resume', { runId, agreed: { remainingKopecks, capKopecks } });
    return 'run';
  };
  const bulk = async (): Promise<string> => {
    const clientIds = [...(await some())];
    if (clientIds.length === 0) return 'nobody for many';
    const what = pick([
      { kind: 'traffic', poolType: 'mobile', gb: 1, clientIds },
      { kind: 'vpn-renew', periodMonths: 1, endingWithinDays: 40, clientIds },
    ] as const);
    if (what === undefined) return 'nothing for many';
    return begin((await ask('runs.plan', { ...what, clientIds })).id);
  };
  const orders = async () => (await ask('standing.list', { offset: 0, limit: 20 })).rows;
  return [
    [1, bulk],
    [3, buyFor('traffic')],
    [2, buyFor('vpn-buy')],
    [3, buyFor('vpn-renew')],
    [2, buyFor('dedicated')],
    [2, buyFor('dedicated-prolong')],
    [
      1,
      () =>
        withOne(orders(), async ({ id: orderId, isOn, mode }) => {
          if (mode === 'ask' && isOn) return `asked, ${await begin((await ask('standing.plan', { orderId })).runId)}`;
          await ask('standing.setOn', { orderId, isOn: !isOn || random() < 0.5 });
          return 'standing order switched';
        }),
    ],
  ];
};
