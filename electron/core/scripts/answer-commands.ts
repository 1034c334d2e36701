import { findPurchase } from '#core/money/purchases/purchase-ledger.ts';
import { assertSalesShown } from '#core/money/rights/computer-rights.ts';
import { among, sql } from '#core/platform/sqlite/sql.ts';
import type { ClientRow } from '#shared/contract/clients.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import { buyForScript } from './buy-for-script.ts';
import { idOfClient, readPair, writePair } from './client-of-script.ts';
import type { CommandName, InputOf } from './commands.ts';
import { type ScriptDesk, scriptNameOf } from './script-desk.ts';
import { findNamedPurchase, spentByScripts } from './script-purchases.ts';

/** The answer of each command is JSON. Amounts are in kopecks, and times in ms since the epoch, UTC. */
type Answers = { readonly [N in CommandName]: (desk: ScriptDesk, input: InputOf<N>) => Promise<unknown> };

const showClient = (row: ClientRow) => ({
  client: writePair(row),
  name: row.name,
  tags: row.tags,
  note: row.note,
  plan: row.plan,
  paidUntil: row.paidUntil,
  archived: row.archived,
  vpnRunning: row.vpnActive,
  nextEnd: row.nextExpiry,
  trafficGb: row.trafficGb,
  owedKopecks: row.owedKopecks,
});

const showPurchase = (purchase: Purchase) => ({
  purchase: purchase.id,
  order: purchase.order.kind,
  client: pairOrNull(purchase),
  outcome: purchase.outcome,
  basis: purchase.basis,
  goods: purchase.goodsState,
  priceKopecks: purchase.priceKopecks,
  chargedKopecks: purchase.chargedKopecks,
  at: purchase.createdAt,
  reason: purchase.reason,
  brought: purchase.goods,
});

const pairOrNull = ({ messengerId, clientKey }: Pick<Purchase, 'messengerId' | 'clientKey'>): string | null =>
  messengerId === null || clientKey === null ? null : writePair({ messengerId, clientKey });

const showWholeClient = async ({ ask }: ScriptDesk, clientId: number) => {
  const [row, vpn, premium] = await Promise.all([
    ask('clients.get', { clientId }),
    ask('vpn.state', { clientId }),
    ask('premium.state', { clientId }),
  ]);
  return {
    ...showClient(row),
    subscriptions: vpn.subscriptions.map(({ uuid, status, expiresAt }) => ({ uuid, status, endsAt: expiresAt })),
    subscriptionsAsOf: vpn.asOf,
    pools: premium.balance?.pools ?? null,
    trafficAsOf: premium.balance?.asOf ?? null,
  };
};

const tagClient = async (desk: ScriptDesk, client: string, change: { add: string[]; remove: string[] }) => {
  const clientId = idOfClient(desk, client);
  await desk.ask('clients.tag', { clientIds: [clientId], ...change });
  return showClient(await desk.ask('clients.get', { clientId }));
};

/**
 * Returns the client that all these proxies belong to; `null` if there is none. Throws `not-found` for an unknown id. The desk may
 * hold one proxy twice, bought and imported, and then either of them names its client.
 */
const commonClient = ({ db, session }: ScriptDesk, serviceIds: readonly number[]): number | null => {
  const held = sql`dedicated_proxies WHERE account_id = ${session.accountId()} AND archived = 0
    AND service_id IN ${among(serviceIds)}`;
  if (db.value<number>(sql`SELECT count(DISTINCT service_id) FROM ${held}`) !== serviceIds.length) {
    throw new DeskError('not-found', 'There is no proxy with one of these ids.', { code: 'script-no-proxy' });
  }
  const [only = null, ...others] = db.values<number>(sql`SELECT client_id FROM ${held} AND client_id IS NOT NULL
    GROUP BY client_id HAVING count(DISTINCT service_id) = ${serviceIds.length}`);
  return others.length === 0 ? only : null;
};

/** Returns the subscription as the desk spells it, so that what is bought for it belongs to it. A script may use capitals. */
const spelledUuid = ({ db }: ScriptDesk, clientId: number, uuid: string): string =>
  db.value<string>(sql`SELECT uuid FROM vpn_subscriptions
    WHERE client_id = ${clientId} AND uuid = ${uuid} COLLATE NOCASE ORDER BY uuid <> ${uuid}, gone_at IS NOT NULL LIMIT 1`) ??
  uuid;

type Payment = Parameters<typeof buyForScript>[2];

/** The input of a command that buys, without the terms of the payment. */
type Goods<N extends CommandName> = Omit<InputOf<N>, keyof Payment>;

/**
 * Buys the goods of a command. `toOrder` is called when the purchase has its turn: the account may be another one by then, and
 * a repeated call needs no order.
 */
const buy = async <N extends CommandName>(
  desk: ScriptDesk,
  command: N,
  { account, once, atMost, dryRun, ...goods }: Goods<N> & Payment,
  toOrder: (goods: Goods<N>) => Order,
) => {
  const wanted = { words: { command, ...goods }, toOrder: () => toOrder(goods as unknown as Goods<N>) };
  const { priceKopecks, purchase, isRepeated } = await buyForScript(desk, wanted, { account, once, atMost, dryRun });
  if (purchase === null) return { dryRun: true, priceKopecks };
  return { ...showPurchase(purchase), repeated: isRepeated };
};

/** The commands as functions of the open desk. Each throws a DeskError for what the caller can understand. */
export const ANSWERS: Answers = {
  status: async ({ ask, db, session, settings, clock }) => {
    const accountId = session.accountId();
    const [{ accounts }, connection, alerts] = await Promise.all([
      ask('account.state', {}),
      ask('connection.state', {}),
      ask('alerts.counts', {}),
    ]);
    const account = accounts.find(({ id }) => id === accountId);
    const { scriptAccess, scriptSecrets, scriptDayCapRubles } = settings();
    return {
      account: account === undefined ? '' : scriptNameOf(account),
      accountId,
      sandbox: account?.isSandbox ?? false,
      balanceKopecks: account?.balance?.balanceKopecks ?? null,
      spentKopecks: account?.balance?.spentKopecks ?? null,
      asOf: account?.balance?.asOf ?? null,
      online: connection.status === 'online',
      paused: settings().paused,
      unreadAlerts: alerts.unread,
      access: scriptAccess,
      secrets: scriptSecrets,
      capKopecks: scriptAccess === 'buy' ? scriptDayCapRubles * 100 : 0,
      spentTodayKopecks: spentByScripts(db, accountId, clock.now()),
    };
  },
  clients: async ({ ask, db, session }, { search, tag, owes, withoutVpn, endsWithin, paidUntil, offset, limit }) => {
    // Otherwise the answer would be that nobody owes anything.
    if (owes) assertSalesShown(db, session.accountId());
    const filter = {
      search,
      owes,
      withoutVpn,
      paidUntil,
      ...(tag === undefined ? {} : { tags: [tag] }),
      ...(endsWithin === undefined ? {} : { expiry: `within-${endsWithin}` as const }),
    };
    const sort = { by: 'name', direction: 'asc' } as const;
    const { total, rows } = await ask('clients.list', { filter, sort, offset, limit });
    return { total, rows: rows.map(showClient) };
  },
  client: async (desk, { client }) => showWholeClient(desk, idOfClient(desk, client)),
  refresh: async (desk, { client }) => {
    const clientId = idOfClient(desk, client);
    await desk.ask('vpn.refresh', { clientId });
    await desk.ask('premium.refreshBalance', { clientId });
    return showWholeClient(desk, clientId);
  },
  proxies: async ({ ask }, { search, unassigned, stopped, endsWithin, offset, limit }) => {
    const filter = {
      search,
      unassigned,
      stopped,
      ...(endsWithin === undefined ? {} : { expiry: `within-${endsWithin}` as const }),
    };
    const sort = { by: 'expiresAt', direction: 'asc' } as const;
    const { total, rows } = await ask('dedicated.list', { filter, sort, offset, limit });
    return {
      total,
      rows: rows.map((proxy) => ({
        id: proxy.serviceId,
        address: proxy.ip === null ? null : `${proxy.ip}:${proxy.port ?? ''}`,
        country: proxy.countryCode,
        ipv: proxy.ipv,
        endsAt: proxy.expiresAt,
        client: pairOrNull(proxy),
        lastCheck: proxy.lastCheck?.state ?? null,
      })),
    };
  },
  purchases: async ({ ask }, { search, outcome, offset, limit }) => {
    const filter = { search, ...(outcome === undefined ? {} : { outcomes: [outcome] }) };
    const { total, rows } = await ask('purchases.list', { filter, offset, limit });
    return { total, rows: rows.map(showPurchase) };
  },
  purchase: async ({ db, session }, { once }) => {
    const accountId = session.accountId();
    const found = findNamedPurchase(db, accountId, once);
    if (found === undefined) {
      throw new DeskError('not-found', 'No script made a purchase with this name.', { code: 'script-no-purchase' });
    }
    return showPurchase(findPurchase(db, accountId, found.purchaseId));
  },
  debts: async ({ ask }, { search, offset, limit }) => {
    const sort = { by: 'owed', direction: 'desc' } as const;
    const { total, rows, owedKopecks } = await ask('sales.debts', { filter: { search }, sort, offset, limit });
    const shown = rows.map((row) => ({
      client: writePair(row),
      name: row.name,
      owedKopecks: row.owedKopecks,
      since: row.since,
      dueDay: row.dueDay,
    }));
    return { total, owedKopecks, rows: shown };
  },
  alerts: async ({ ask }, { offset, limit }) => {
    const { total, unread, rows } = await ask('alerts.list', { offset, limit });
    const shown = rows.map((row) => ({
      kind: row.kind,
      stage: row.stage,
      client: pairOrNull(row),
      target: row.target,
      endsAt: row.endsAt,
      raisedAt: row.raisedAt,
      unread: row.readAt === null,
    }));
    return { total, unread, rows: shown };
  },
  links: async (desk, { client }) => {
    const clientId = idOfClient(desk, client);
    const { subscriptions } = await desk.ask('vpn.state', { clientId });
    const linked = subscriptions.filter(({ link }) => link !== 'none');
    const rows = await Promise.all(
      linked.map(async ({ uuid, expiresAt }) => {
        const { url } = await desk.ask('vpn.revealLink', { clientId, uuid });
        return { uuid, endsAt: expiresAt, url };
      }),
    );
    return { total: rows.length, rows };
  },
  lists: async ({ ask }, { search, offset, limit }) => {
    const { total, rows } = await ask('lists.list', { filter: { search }, offset, limit });
    const shown = rows.map((list) => ({
      list: list.id,
      client: pairOrNull({ messengerId: list.messengerId, clientKey: list.clientKey }),
      title: list.title,
      state: list.state,
      lines: list.lineCount,
      format: list.recipe.formatId,
      at: list.createdAt,
    }));
    return { total, rows: shown };
  },
  'list-lines': async ({ ask }, { list: listId, format, byAddress, offset, limit }) => {
    const formatId = format ?? (await ask('lists.get', { listId })).recipe.formatId;
    const variant = byAddress ? 'ip' : 'domain';
    const { total, lines } = await ask('lists.lines', { listId, variant, formatId, reveal: true, offset, limit });
    return { total, rows: lines };
  },
  'add-client': async ({ ask }, { client, name, note, tag }) => {
    const tags = tag === undefined ? [] : [tag];
    return showClient(await ask('clients.add', { ...readPair(client), name, note, tags }));
  },
  tag: (desk, { client, tag }) => tagClient(desk, client, { add: [tag], remove: [] }),
  untag: (desk, { client, tag }) => tagClient(desk, client, { add: [], remove: [tag] }),
  'buy-vpn': (desk, input) =>
    buy(desk, 'buy-vpn', input, ({ client, months }) => {
      return { kind: 'vpn-buy', clientId: idOfClient(desk, client), periodMonths: months };
    }),
  'renew-vpn': (desk, input) =>
    buy(desk, 'renew-vpn', input, ({ client, uuid, months }) => {
      const clientId = idOfClient(desk, client);
      return { kind: 'vpn-renew', clientId, uuid: spelledUuid(desk, clientId, uuid), periodMonths: months };
    }),
  'buy-traffic': (desk, input) =>
    buy(desk, 'buy-traffic', input, ({ client, pool, gb }) => {
      return { kind: 'traffic', clientId: idOfClient(desk, client), poolType: pool, gb };
    }),
  'buy-proxies': (desk, input) =>
    buy(desk, 'buy-proxies', input, ({ client, ipv, country, days, count }) => {
      const clientId = client === undefined ? null : idOfClient(desk, client);
      return { kind: 'dedicated', clientId, ipv, countryCode: country, period: days, count };
    }),
  'extend-proxies': (desk, input) =>
    buy(desk, 'extend-proxies', input, ({ ids, days }) => {
      const serviceIds = [...new Set(ids)];
      return { kind: 'dedicated-prolong', clientId: commonClient(desk, serviceIds), serviceIds, period: days };
    }),
};
