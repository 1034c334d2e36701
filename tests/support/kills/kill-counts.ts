import type { Order } from '#shared/contract/purchases.ts';
import type { BookEntry, StockProxy } from '../control-client.ts';
import type { LedgerReport } from './protocol.ts';

/** The charges in a service's books, and the proxies that it has sold. */
export interface ServiceBooks {
  books(): Promise<{ readonly entries: readonly Pick<BookEntry, 'endpoint' | 'kopecks' | 'ids'>[] }>;
  proxies(): Promise<readonly Pick<StockProxy, 'ids'>[]>;
}

export const KIND_OF_ENDPOINT: Readonly<Record<string, Order['kind']>> = {
  'POST /premium/traffic/buy': 'traffic',
  'POST /dedicated/buy': 'dedicated',
  'POST /dedicated/prolong': 'dedicated-prolong',
  'POST /vpn/buy': 'vpn-buy',
  'POST /vpn/renew': 'vpn-renew',
};

export interface KillCounts {
  readonly kills: number;
  /** Purchases in the ledger at the end. */
  readonly purchases: number;
  /** Charges in the service's books. */
  readonly charges: number;
  /** Charges of the service beyond one for each sent purchase, and lines of bulk runs that were paid twice. */
  readonly doubleCharges: number;
  /**
   * Charges in the service's books that are neither charged nor open in the ledger, and charges of the ledger that are in no
   * book.
   */
  readonly lostPurchases: number;
  /**
   * Proxies that the service sold and whose credentials the app lacks, although no purchase says that they are, or may be,
   * missing.
   */
  readonly lostCredentials: number;
  /** Open purchases beyond those that the service never booked. Nobody can know so soon that these were not charged. */
  readonly stillUnknown: number;
  readonly differenceKopecks: number;
}

/** The result that every kill test expects. */
export const NO_LOSS = {
  doubleCharges: 0,
  lostPurchases: 0,
  lostCredentials: 0,
  stillUnknown: 0,
  differenceKopecks: 0,
} as const;

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};

/** Counts the items of `a` that are not in `b`, grouped by the part of the key that `groupOf` returns. */
const beyond = (
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
  groupOf: (key: string) => string = (key) => key,
): Map<string, number> => {
  const rest = new Map<string, number>();
  for (const [key, count] of a) {
    const more = Math.max(0, count - (b.get(key) ?? 0));
    rest.set(groupOf(key), (rest.get(groupOf(key)) ?? 0) + more);
  }
  return rest;
};

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

/**
 * Compares the app's ledger with the service's own books. `byHand` is the number of purchases at the beginning that belong
 * to no bulk run; a later charge that belongs to no line of a run was bought again for a line that was already paid.
 */
export const compareWithBooks = async (
  { control }: { readonly control: ServiceBooks },
  kills: number,
  ledger: LedgerReport,
  byHand = Number.POSITIVE_INFINITY,
): Promise<KillCounts> => {
  const { entries } = await control.books();
  const proxies = await control.proxies();
  const isOurs = new Set(
    entries.filter((entry) => entry.endpoint === 'POST /dedicated/buy').flatMap((entry) => entry.ids),
  );
  const charged = ledger.purchases.filter(({ outcome }) => outcome === 'charged');
  const missing = ledger.purchases.filter(({ goodsState }) => goodsState === 'missing').length;
  const held = new Set(ledger.heldServiceIds);
  const notHeld = proxies.filter((proxy) => isOurs.has(String(proxy.ids)) && !held.has(proxy.ids)).length;
  const sent = ledger.purchases.filter(({ sentAt, reason }) => sentAt !== null && reason !== 'not-sent').length;
  const open = ledger.purchases.filter(({ outcome }) => outcome === 'open');
  const openByKind = countBy(open, ({ kind }) => kind);
  const inLedger = countBy(charged, (one) => `${one.kind} ${one.chargedKopecks}`);
  const inBooks = countBy(entries, (entry) => `${KIND_OF_ENDPOINT[entry.endpoint]} ${entry.kopecks}`);
  const unexplained = beyond(inBooks, inLedger, (key) => key.split(' ')[0] ?? key);
  const ofRuns = new Set(ledger.ofBulkRuns);
  const paidAgain = charged.filter(({ id }) => id > byHand && !ofRuns.has(id)).length;
  return {
    kills,
    purchases: ledger.purchases.length,
    charges: entries.length,
    doubleCharges: Math.max(0, entries.length - sent) + paidAgain,
    lostPurchases: total(beyond(unexplained, openByKind)) + total(beyond(inLedger, inBooks)),
    lostCredentials:
      Math.max(0, notHeld - missing - (openByKind.get('dedicated') ?? 0)) + Math.max(0, missing - notHeld),
    stillUnknown: Math.max(0, open.length - Math.max(0, sent - entries.length)),
    differenceKopecks: ledger.differenceKopecks,
  };
};

export const addCounts = (counts: readonly KillCounts[]): KillCounts => {
  const sum = (of: keyof KillCounts): number => counts.reduce((total, count) => total + count[of], 0);
  return {
    kills: sum('kills'),
    purchases: sum('purchases'),
    charges: sum('charges'),
    doubleCharges: sum('doubleCharges'),
    lostPurchases: sum('lostPurchases'),
    lostCredentials: sum('lostCredentials'),
    stillUnknown: sum('stillUnknown'),
    // A surplus in one count must not hide a shortage in another.
    differenceKopecks: counts.reduce((total, count) => total + Math.abs(count.differenceKopecks), 0),
  };
};
