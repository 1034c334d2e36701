import { productKey, STANDARD_PRODUCTS } from '#shared/domain/sale-products.ts';
import type { Tools, Weighted } from './tools.ts';

export const salesChores = ({ ask, name, below, clients, withOne, undoable }: Tools): Weighted => {
  const sellable = async () => {
    const { rows } = await ask('purchases.list', { filter: {}, offset: 0, limit: 50 });
    return rows.filter(({ outcome, clientId }) => outcome === 'charged' && clientId !== null);
  };
  const amount = (): number => 1_000 + below(100_000);
  return [
    [
      2,
      () =>
        withOne(sellable(), async ({ id: purchaseId }) => {
          await ask('sales.set', { purchaseId, clientId: null, priceKopecks: amount(), dueDay: null });
          return 'sale';
        }),
    ],
    [
      2,
      () =>
        withOne(clients(), async ({ id: clientId }) => {
          const payment = { clientId, amountKopecks: amount(), day: '2026-01-05', note: `to ${name}` };
          await ask('sales.receive', payment);
          return 'payment';
        }),
    ],
    [
      1,
      () =>
        withOne(clients(), async ({ id: clientId }) => {
          const { payments } = await ask('sales.client', { clientId, offset: 0, limit: 10 });
          const [payment] = payments;
          if (payment === undefined) return 'no payment to remove';
          return undoable('payment removed', ask('sales.removePayment', { paymentId: payment.id }));
        }),
    ],
    [
      1,
      () =>
        withOne(Promise.resolve(STANDARD_PRODUCTS), async (product) => {
          const priced = { clientId: null, product: productKey(product), priceKopecks: amount() };
          return undoable('price', ask('sales.setPrice', priced));
        }),
    ],
  ];
};
