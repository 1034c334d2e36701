import { inPieces } from '#core/platform/async/slices.ts';
import { proxyDatesAsOf } from '#core/service/account/restored-desk.ts';
import type { DedicatedProxy, ProlongOrder } from '#shared/contract/dedicated.ts';
import type { PurchasesProblem } from '#shared/contract/runs.ts';
import { bracketedHost } from '#shared/domain/ip-address.ts';
import { PROXIES_PER_CHARGE } from '#shared/domain/run-charges.ts';
import {
  blankLine,
  cannotBeDone,
  type LineClient,
  lineClient,
  type Plan,
  type PlanLines,
  type PlannedCharge,
  type PlannedLine,
  problemOfQuote,
  targetFor,
} from './plan.ts';
import type { Quote } from './product.ts';

type Prolongable = DedicatedProxy & { readonly serviceId: number };

/** Proxies in one charge. They belong to one client, so that the ledger knows who pays. */
interface Group {
  readonly clientId: number | null;
  readonly proxies: readonly Prolongable[];
}

const SLICE = 500;

/** Plans prolongations with many proxies per charge. Each line has the price of its proxy if the service names it. */
export const planProlongations: PlanLines<'dedicated-prolong'> = async (input, context): Promise<Plan> => {
  const { accountId, db, openOf, signal, progress, catalogue } = context;
  const charges: PlannedCharge[] = [];
  const lines = new Map<number, PlannedLine>();
  const able: Prolongable[] = [];
  const seen = new Set<number>();
  const wanted = [...new Set(input.proxyIds)];

  const clientOf = (clientId: number | null): LineClient | undefined =>
    clientId === null ? undefined : lineClient(db, accountId, clientId);
  const orderOf = ({ clientId, proxies }: Group): ProlongOrder => ({
    kind: 'dedicated-prolong',
    clientId,
    serviceIds: proxies.map(({ serviceId }) => serviceId),
    period: input.period,
  });
  const lineOf = (proxy: DedicatedProxy, about: Partial<PlannedLine> = {}): PlannedLine =>
    blankLine(clientOf(proxy.clientId), {
      target: addressOf(proxy),
      serviceId: proxy.serviceId,
      expiresAt: proxy.expiresAt,
      ...about,
    });
  const cannot = (proxy: DedicatedProxy, code: PurchasesProblem['code'], more: Partial<PurchasesProblem> = {}) =>
    lines.set(proxy.id, cannotBeDone(code, lineOf(proxy), more));
  const consider = (proxy: DedicatedProxy): void => {
    if (!isProlongable(proxy)) {
      cannot(proxy, 'no-service-id');
    } else if (seen.has(proxy.serviceId)) {
      cannot(proxy, 'same-proxy');
    } else {
      const purchaseId = openOf(orderOf({ clientId: proxy.clientId, proxies: [proxy] }), null)[0]?.purchaseId;
      if (purchaseId !== undefined) {
        cannot(proxy, 'outcome-open', { purchaseId });
      } else {
        seen.add(proxy.serviceId);
        able.push(proxy);
      }
    }
  };

  /** Returns the proxies with the ends that are compared just before they are paid for: the desk may hold one proxy twice. */
  const withEnds = (proxies: readonly DedicatedProxy[]): readonly DedicatedProxy[] => {
    const serviceIds = proxies.flatMap(({ serviceId }) => serviceId ?? []);
    const ends = new Map(catalogue.proxyDates(accountId, serviceIds).map((date) => [date.serviceId, date.endsAt]));
    return proxies.map((proxy) => ({ ...proxy, expiresAt: ends.get(proxy.serviceId ?? 0) ?? proxy.expiresAt }));
  };
  for await (const ids of inPieces(wanted, SLICE)) {
    const found = new Map(withEnds(catalogue.proxies(accountId, ids)).map((proxy) => [proxy.id, proxy]));
    for (const id of ids) {
      const proxy = found.get(id);
      if (proxy === undefined) lines.set(id, cannotBeDone('proxy-removed'));
      else consider(proxy);
    }
  }

  /**
   * Plans the charges of a group. If the service refuses all proxies because of one, the group is split until that one
   * is found.
   */
  const planGroup = async ({ clientId, proxies }: Group): Promise<void> => {
    if (proxies.length === 0) return;
    signal.throwIfAborted();
    const order = orderOf({ clientId, proxies });
    let quote: Quote;
    try {
      quote = await context.quote(order);
    } catch (error) {
      const { code, words } = problemOfQuote(error);
      const [only] = proxies;
      if (proxies.length === 1 && only !== undefined) {
        cannot(only, code, { words });
        return;
      }
      const half = Math.ceil(proxies.length / 2);
      await planGroup({ clientId, proxies: proxies.slice(0, half) });
      await planGroup({ clientId, proxies: proxies.slice(half) });
      return;
    }
    const prices = new Map(quote.lines?.map((line) => [line.serviceId, line.priceKopecks]));
    const priceOf = ({ serviceId }: Prolongable): number | null => prices.get(serviceId) ?? null;
    const unnamed = proxies.filter((proxy) => priceOf(proxy) === null);
    // A service that names no prices at all gives less information but refuses no proxy.
    if (unnamed.length > 0 && unnamed.length < proxies.length) {
      for (const proxy of unnamed) cannot(proxy, 'not-quoted');
      await planGroup({ clientId, proxies: proxies.filter((proxy) => priceOf(proxy) !== null) });
      return;
    }
    for (const proxy of proxies) {
      const priceKopecks = proxies.length === 1 ? quote.priceKopecks : priceOf(proxy);
      lines.set(proxy.id, lineOf(proxy, { charge: charges.length, priceKopecks }));
    }
    const ends = proxies.map(({ serviceId, expiresAt }) => ({ id: String(serviceId), endsAt: expiresAt }));
    charges.push({ order, target: targetFor(clientOf(clientId), ends), priceKopecks: quote.priceKopecks });
  };

  let done = 0;
  for (const group of groupsOf(able)) {
    progress(done, able.length);
    await planGroup(group);
    done += group.proxies.length;
  }
  const serviceIds = able.map(({ serviceId }) => serviceId);
  const datesAsOf = proxyDatesAsOf(db, accountId, serviceIds);
  return { charges, lines: wanted.flatMap((id) => lines.get(id) ?? []), datesAsOf };
};

const isProlongable = (proxy: DedicatedProxy): proxy is Prolongable => proxy.serviceId !== null;

const groupsOf = (proxies: readonly Prolongable[]): readonly Group[] => {
  const byClient = new Map<number | null, Prolongable[]>();
  for (const proxy of proxies) {
    const mine = byClient.get(proxy.clientId);
    if (mine === undefined) byClient.set(proxy.clientId, [proxy]);
    else mine.push(proxy);
  }
  return [...byClient].flatMap(([clientId, all]) =>
    Array.from({ length: Math.ceil(all.length / PROXIES_PER_CHARGE) }, (_, index) => ({
      clientId,
      proxies: all.slice(index * PROXIES_PER_CHARGE, (index + 1) * PROXIES_PER_CHARGE),
    })),
  );
};

const addressOf = ({ ip, port, serviceId }: DedicatedProxy): string => {
  if (ip === null) return serviceId === null ? '' : String(serviceId);
  const host = bracketedHost(ip);
  return port === null ? host : `${host}:${port}`;
};
