import type { Ask } from '../kills/orders.ts';

/** Lists everything shared that a window shows, line by line, without the data that belongs to this window alone. */
export const viewOf = async (ask: Ask): Promise<readonly string[]> => {
  const page = { offset: 0, limit: 500 } as const;
  const sort = { by: 'createdAt', direction: 'asc' } as const;
  const both = await Promise.all(
    [false, true].map((archived) => ask('clients.list', { filter: { archived }, sort, ...page })),
  );
  const clients = both.flatMap(({ rows }) => rows);
  const keys = new Map(clients.map(({ id, clientKey }) => [id, clientKey]));
  const { rows: purchases } = await ask('purchases.list', { filter: {}, ...page });
  const { rows: proxies } = await ask('dedicated.list', {
    filter: {},
    sort: { by: 'boughtAt', direction: 'asc' },
    ...page,
  });
  const { rows: lists } = await ask('lists.list', {
    filter: {},
    sort: { by: 'created', direction: 'asc' },
    ...page,
  });
  const { rows: orders } = await ask('standing.list', { offset: 0, limit: 100 });
  const lines = [
    ...clients.map(({ messengerId, clientKey, name, note, tags, archived, owedKopecks, lastPurchaseAt }) => [
      'client',
      messengerId,
      clientKey,
      name,
      note,
      [...tags].sort(),
      archived,
      owedKopecks,
      lastPurchaseAt,
    ]),
    ...purchases.map(({ createdAt, order, clientKey, outcome, basis, chargedKopecks, goodsState, sale }) => [
      'purchase',
      createdAt,
      order.kind,
      clientKey,
      outcome,
      basis,
      chargedKopecks,
      goodsState,
      sale?.priceKopecks,
    ]),
    ...proxies.map(({ serviceId, note, clientId }) => ['proxy', serviceId, note, keys.get(clientId ?? 0)]),
    ...lists.map(({ createdAt, clientKey, lineCount, title }) => ['list', createdAt, clientKey, lineCount, title]),
    ...orders.map(({ name, mode, isOn, monthKopecks, targets }) => ['order', name, mode, isOn, monthKopecks, targets]),
  ];
  return lines.map((line) => JSON.stringify(line)).sort();
};

/** Lists in words what one window shows and another does not; empty if all are equal. */
export const differenceOf = (all: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const [first, ...others] = [...all];
  if (first === undefined) return [];
  const [firstName, firstLines] = first;
  const here = new Set(firstLines);
  return others.flatMap(([name, lines]) => {
    const there = new Set(lines);
    return [
      ...firstLines.filter((line) => !there.has(line)).map((line) => `${firstName}, not ${name}: ${line}`),
      ...lines.filter((line) => !here.has(line)).map((line) => `${name}, not ${firstName}: ${line}`),
    ];
  });
};
