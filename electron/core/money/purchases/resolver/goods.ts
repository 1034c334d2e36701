import { isSamePair } from '#core/catalogue/clients/client-pair.ts';
import { kindOf } from '#core/money/products/index.ts';
import type { Fit, GoodsGroup, GoodsReading } from '#core/money/products/product.ts';
import { windowsOf } from '#core/money/products/purchase-windows.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { CallOptions } from '#core/service/api/call.ts';
import { DeskError } from '#shared/result.ts';
import { worstFit } from './explain.ts';
import { answeredBuys, siblingsOf, type WatchedPurchase } from './watched-purchases.ts';

/** Compares the judged purchases with the service's lists. */
export interface JudgedGoods {
  /** Returns the fit if exactly these were charged: in the place of one purchase, or the worst of all. */
  fit(charged: ReadonlySet<number>, purchaseId?: number): Fit;
  found(
    charged: ReadonlySet<number>,
    purchaseId: number,
  ): ReturnType<NonNullable<ReturnType<typeof listedOf>>['found']>;
  /** Returns whether the goods of both would appear in the same place. */
  isSamePlace(a: number, b: number): boolean;
  /** Returns whether the service lists such goods, so that their absence is visible. */
  isListed(purchaseId: number): boolean;
}

const listedOf = ({ order }: WatchedPurchase) => kindOf(order).listed;

interface Place {
  readonly listed: NonNullable<ReturnType<typeof listedOf>>;
  readonly group: GoodsGroup;
  readonly ids: ReadonlySet<number>;
}

/** Each list that was read, by client. Several places may be in one list. */
type Lists = Map<string, Promise<GoodsReading>>;

/** Reads each list once. Throws the errors of the requests. */
export const readGoods = async (
  judged: readonly WatchedPurchase[],
  accountId: string,
  {
    api,
    db,
    options,
  }: {
    readonly api: ApiClient;
    readonly db: Database;
    readonly options: CallOptions;
  },
): Promise<JudgedGoods> => {
  const lists: Lists = new Map();
  const places = new Map<string, Place>();
  const ids = new Set(judged.map(({ id }) => id));
  for (const purchase of judged) {
    const { order, client } = purchase;
    const listed = listedOf(purchase);
    if (listed === null || client === null) continue;
    const pair = `${client.messengerId} ${client.clientKey}`;
    const key = JSON.stringify([order.kind, pair, listed.place(order)]);
    if (places.has(key)) continue;
    const members = judged.filter(
      (one) =>
        one.order.kind === order.kind &&
        one.client !== null &&
        isSamePair(one.client, client) &&
        listed.place(one.order) === listed.place(order),
    );
    const siblings = siblingsOf(db, accountId, purchase).filter(({ id }) => !ids.has(id));
    // Nobody can say whether the earlier reading of the list already contained a colleague's purchase.
    if (siblings.some(({ isElsewhere, isCharged, id }) => isElsewhere && isCharged && id > purchase.id)) continue;
    const list = JSON.stringify([listed.list, pair]);
    const now = lists.get(list) ?? listed.read(api, client, options).catch(withoutList);
    lists.set(list, now);
    const during = listed.showsWhenMade ? windowsOf(members, answeredBuys(db, accountId, order.kind)) : null;
    places.set(key, {
      listed,
      group: { members, siblings, now: await now, during },
      ids: new Set(members.map(({ id }) => id)),
    });
  }
  const placeOf = (purchaseId: number): Place | undefined =>
    [...places.values()].find((place) => place.ids.has(purchaseId));
  return {
    fit: (charged, purchaseId) => {
      const place = purchaseId === undefined ? undefined : placeOf(purchaseId);
      if (purchaseId !== undefined) return place === undefined ? 'untold' : place.listed.fit(place.group, charged);
      return worstFit([...places.values()].map(({ listed, group }) => listed.fit(group, charged)));
    },
    found: (charged, purchaseId) => {
      const place = placeOf(purchaseId);
      return place === undefined ? { handover: null, facts: [] } : place.listed.found(place.group, charged, purchaseId);
    },
    isSamePlace: (a, b) => placeOf(a)?.ids.has(b) === true,
    isListed: (purchaseId) => placeOf(purchaseId) !== undefined,
  };
};

/** A list that the service refuses for one client says nothing about it, and must not prevent reading the others. */
const withoutList = (error: unknown): GoodsReading => {
  if (error instanceof DeskError && (error.kind === 'rejected' || error.kind === 'malformed')) return {};
  throw error;
};
