import { prolongPriceKey, vpnPriceKey } from '#core/money/products/price-keys.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { type Sql, sql } from '#core/platform/sqlite/sql.ts';
import type { BoughtByOrder, KnownCost, StandingTargets } from '#shared/contract/standing.ts';
import { productKey } from '#shared/domain/sale-products.ts';
import { checkTrafficGb } from '#shared/domain/traffic-amount.ts';

interface PricesRow {
  readonly least: number | null;
  readonly most: number | null;
  readonly asOf: number | null;
  readonly unknown: number;
}

/** Of proxies each kind and country has its price. */
const proxiesOf = (targets: StandingTargets): Sql => {
  switch (targets.of) {
    case 'clients':
      return sql`p.client_id IN (SELECT value FROM json_each(${JSON.stringify(targets.clientIds)}))`;
    case 'tag':
      return sql`p.client_id IN
        (SELECT client_id FROM client_tags t WHERE t.account_id = p.account_id AND t.tag = ${targets.tag})`;
    case 'proxies':
      return sql`p.id IN (SELECT value FROM json_each(${JSON.stringify(targets.proxyIds)}))`;
  }
};

/** The keys of all that may be bought, each once. */
const knownPriceKeys = (accountId: string, bought: BoughtByOrder): Sql => {
  switch (bought.kind) {
    case 'vpn-renew':
      return sql`SELECT ${vpnPriceKey(bought.periodMonths)} AS key`;
    case 'traffic':
      return sql`SELECT ${productKey({ kind: 'traffic', poolType: bought.poolType })} AS key`;
    case 'dedicated-prolong':
      return sql`SELECT DISTINCT ${prolongPriceKey(sql`p.ipv`, sql`p.country_code`, bought.period)} AS key
        FROM dedicated_proxies p
        WHERE p.account_id = ${accountId} AND p.archived = 0 AND p.service_id IS NOT NULL AND ${proxiesOf(bought.targets)}`;
  }
};

/** What one payment of an order is at the prices that were heard last; `null`: none of them is known. */
export const knownCost = (db: Database, accountId: string, bought: BoughtByOrder): KnownCost | null => {
  const times = bought.kind === 'traffic' ? bought.gb : 1;
  if (bought.kind === 'traffic' && checkTrafficGb(times) !== null) return null;
  const row = db.get<PricesRow>(sql`SELECT min(k.price_kopecks) AS least, max(k.price_kopecks) AS most,
      min(k.as_of) AS asOf, count(*) - count(k.price_key) AS unknown
    FROM (${knownPriceKeys(accountId, bought)}) wanted
    LEFT JOIN known_prices k ON k.account_id = ${accountId} AND k.price_key = wanted.key`);
  if (!row || row.least === null || row.most === null || row.asOf === null) return null;
  return {
    leastKopecks: Math.round(row.least * times),
    mostKopecks: Math.round(row.most * times),
    asOf: row.asOf,
    isWhole: row.unknown === 0,
  };
};
