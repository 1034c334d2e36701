import type { DedicatedProlongPeriod, VpnPeriod } from '#shared/domain/limits.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Database } from '../storage/database.ts';

/** Numbers are bound as floating point, and would read `1.0`. */
const whole = (expression: string): string => `CAST(${expression} AS INTEGER)`;

/** SQL of the key of a price. The months and days are what one renewal buys. */
export const VPN_PRICE_KEY = (months: string): string => `'vpn ' || ${whole(months)}`;
export const PROLONG_PRICE_KEY = (ipv: string, country: string, days: string): string =>
  `'prolong ' || ${whole(ipv)} || ' ' || lower(${country}) || ' ' || ${whole(days)}`;

interface KnownPrices {
  saveVpn(accountId: string, months: VpnPeriod, priceKopecks: number, at: number): void;
  /** Each proxy's price counts for all of its kind and country; the dearest where they differ. */
  saveProlong(
    accountId: string,
    days: DedicatedProlongPeriod,
    prices: readonly { readonly id: number; readonly priceKopecks: number | null }[],
    at: number,
  ): void;
}

const SAVE = `INSERT INTO known_prices (account_id, price_key, price_kopecks, as_of) `;
const REPLACE = 'ON CONFLICT DO UPDATE SET price_kopecks = excluded.price_kopecks, as_of = excluded.as_of';

/** The newest price of each renewal, whoever asked for it and why. */
export const createKnownPrices = (db: Database): KnownPrices => ({
  saveVpn: (accountId, months, priceKopecks, at) => {
    db.run(`${SAVE} VALUES (?, ${VPN_PRICE_KEY('?')}, ?, ?) ${REPLACE}`, accountId, months, priceKopecks, at);
  },
  saveProlong: (accountId, days, prices, at) => {
    const known = prices.filter(({ priceKopecks }) => priceKopecks !== null);
    // `WHERE true`: SQLite would take the conflict clause for a join.
    db.run(
      `${SAVE} SELECT ?1, ${PROLONG_PRICE_KEY('p.ipv', 'p.country_code', '?2')}, max(priced.value ->> 'priceKopecks'), ?3
       FROM json_each(?4) priced
       JOIN dedicated_proxies p ON p.account_id = ?1 AND p.service_id = priced.value ->> 'id'
       WHERE true GROUP BY 2 ${REPLACE}`,
      accountId,
      days,
      at,
      JSON.stringify(known),
    );
  },
});

/** The same client, whose quotes are remembered. A price that cannot be written is no reason to refuse the quote. */
export const rememberPrices = (api: ApiClient, accountId: string, prices: KnownPrices): ApiClient => {
  const attempt = (save: () => void): void => {
    try {
      save();
    } catch {
      // The next quote tries again.
    }
  };
  return {
    ...api,
    vpn: {
      ...api.vpn,
      quote: async (months, options) => {
        const answer = await api.vpn.quote(months, options);
        attempt(() => prices.saveVpn(accountId, months, answer.value.priceKopecks, answer.receivedAt));
        return answer;
      },
    },
    dedicated: {
      ...api.dedicated,
      prolongQuote: async (ids, days, options) => {
        const answer = await api.dedicated.prolongQuote(ids, days, options);
        const { items, totalKopecks } = answer.value;
        // A single proxy's price is the whole, where the service does not split it.
        const [only] = ids;
        const split = ids.length === 1 && only !== undefined ? [{ id: only, priceKopecks: totalKopecks }] : items;
        attempt(() => prices.saveProlong(accountId, days, split, answer.receivedAt));
        return answer;
      },
    },
  };
};
