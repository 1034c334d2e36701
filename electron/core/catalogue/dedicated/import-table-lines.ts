import { inTurns } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { DedicatedOrder } from '#shared/contract/dedicated.ts';
import type { LineState, TableReading } from '#shared/contract/import-proxies.ts';
import { createOrderProof, decidedOrder, type ProvenOrder } from '#shared/domain/date-order.ts';
import { END_FAULTS } from '#shared/domain/import-proxies/proxy-cells.ts';
import { proxyColumnsProblem } from '#shared/domain/import-proxies/proxy-columns.ts';
import {
  type ProxyFault,
  type ProxyProblem,
  type ReadProxy,
  readProxy,
} from '#shared/domain/import-proxies/read-proxy.ts';
import type { ProxyTable } from './import-table.ts';
import { completes, findSameProxy, type SameProxy } from './imported-proxies.ts';

/** A line of a table, compared with the proxies here. */
export type ImportLine =
  | { readonly state: 'bad'; readonly line: number; readonly problem: ProxyProblem; readonly text: string }
  /** `first`: the line that has the same proxy. */
  | { readonly state: 'repeated'; readonly line: number; readonly first: number }
  | {
      readonly state: Exclude<LineState, 'bad' | 'repeated'>;
      readonly line: number;
      readonly proxy: ReadProxy;
      readonly client: FoundClient;
      /** The end follows from the purchase. */
      readonly isComputed: boolean;
      /** The values that this line would have brought. */
      readonly faults: readonly ProxyFault[];
    };

/** The client whom a line names. `isSeveral`: the text fits more than one, so it names none. */
interface FoundClient {
  readonly id: number | null;
  readonly isSeveral: boolean;
}

/** Finds clients by what a table calls them: by their key, messenger id or name. */
const createClientFinder = (db: Database, accountId: string) => {
  const found = new Map<string, FoundClient>();
  const only = (ids: readonly number[]): FoundClient =>
    ids.length === 1 ? { id: ids[0] ?? null, isSeveral: false } : { id: null, isSeveral: ids.length > 1 };
  const look = (text: string): FoundClient => {
    const here = sql`FROM clients WHERE account_id = ${accountId} AND removed = 0`;
    const messengerId = /^-?\d{1,16}$/.test(text) ? Number(text) : null;
    const ids = [
      ...db.values<number>(sql`SELECT id ${here} AND client_key = ${text} LIMIT 2`),
      ...db.values<number>(sql`SELECT id ${here} AND messenger_id = ${messengerId} LIMIT 2`),
    ];
    // A name is less certain than what the service knows a client by.
    if (ids.length === 0) ids.push(...db.values<number>(sql`SELECT id ${here} AND name = ${text} LIMIT 2`));
    return only([...new Set(ids)]);
  };
  return (text: string): FoundClient => {
    const known = found.get(text);
    if (known !== undefined) return known;
    const client = look(text);
    found.set(text, client);
    return client;
  };
};

/** A purchase of proxies that was charged, and whose answer did not arrive. */
export interface PaidPurchase {
  readonly id: number;
  readonly order: DedicatedOrder;
  readonly clientId: number | null;
  /** When its proxies end, as a wall time in ms. */
  readonly wallEnd: number;
}

/** Adds to a line what its purchase says. */
const withPurchase = (proxy: ReadProxy, purchase: PaidPurchase | null): ReadProxy =>
  purchase === null
    ? proxy
    : {
        ...proxy,
        wallEnd: proxy.wallEnd ?? purchase.wallEnd,
        ipv: proxy.ipv ?? purchase.order.ipv,
        countryCode: proxy.countryCode ?? purchase.order.countryCode.toLowerCase(),
      };

const isEndFault = ({ code }: ProxyFault): boolean => END_FAULTS.some((one) => one === code);

/** A proxy that is here already takes nothing from a line but its end, if it has none. */
const faultsFor = (same: SameProxy | undefined, proxy: ReadProxy): readonly ProxyFault[] => {
  if (same === undefined) return proxy.faults;
  return same.imported && same.wallEnd === null ? proxy.faults.filter(isEndFault) : [];
};

interface LinesOptions {
  readonly db: Database;
  readonly accountId: string;
  readonly purchase: PaidPurchase | null;
  readonly zone: string;
  /** ms since the epoch, UTC. */
  readonly now: number;
}

/** The lines of a table, and the order of day and month that its ends prove; `null` if they prove none. */
export interface ReadTable {
  readonly lines: readonly ImportLine[];
  readonly proven: ProvenOrder | null;
}

const endOrderProvenIn = ({ table }: ProxyTable, { columns }: TableReading): ProvenOrder | null => {
  const index = columns.indexOf('end');
  if (index < 0) return null;
  const proof = createOrderProof();
  for (const { line, cells } of table.lines) proof.see(line, cells[index] ?? '');
  return proof.proven();
};

/** Reads every line and compares it with the proxies here; no lines if the columns cannot be imported. */
export const readImportLines = async (
  one: ProxyTable,
  reading: TableReading,
  { db, accountId, purchase, zone, now }: LinesOptions,
): Promise<ReadTable> => {
  const proven = endOrderProvenIn(one, reading);
  if (proxyColumnsProblem(reading.columns) !== null) return { lines: [], proven };
  const { table, book } = one;
  const clientNamed = createClientFinder(db, accountId);
  const dayFirst = decidedOrder(reading.dayFirst, proven);
  const given = { ...reading, dayFirst, zone, now, isFrom1904: book?.isFrom1904 ?? false };
  const seen = new Map<string, number>();
  const lines: ImportLine[] = [];
  for await (const { line, cells } of inTurns(table.lines)) {
    const read = readProxy(cells, given);
    if ('problem' in read) {
      lines.push({ state: 'bad', line, problem: read.problem, text: read.text ?? '' });
      continue;
    }
    const proxy = withPurchase(read.proxy, purchase);
    const keys = [JSON.stringify([proxy.ip.toLowerCase(), proxy.port, proxy.username])];
    if (proxy.serviceId !== null) keys.push(String(proxy.serviceId));
    const first = keys.flatMap((key) => seen.get(key) ?? [])[0];
    if (first !== undefined) {
      lines.push({ state: 'repeated', line, first });
      continue;
    }
    for (const key of keys) seen.set(key, line);
    const same = findSameProxy(db, accountId, proxy);
    const state = same === undefined ? 'new' : completes(same, proxy) ? 'completes' : 'known';
    const ofPurchase = { id: purchase?.clientId ?? null, isSeveral: false };
    const client = proxy.client === null ? ofPurchase : clientNamed(proxy.client);
    const isComputed = read.proxy.wallEnd === null && proxy.wallEnd !== null;
    lines.push({ state, line, proxy, client, isComputed, faults: faultsFor(same, read.proxy) });
  }
  return { lines, proven };
};
