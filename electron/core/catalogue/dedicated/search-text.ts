import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { proxySearchText } from './proxy-texts.ts';

/** Writes the text by which a stored proxy is found. Joins the caller's transaction. */
export const storeSearchText = (db: Database, proxyId: number): void => {
  const row = db.get<Parameters<typeof proxySearchText>[0]>(sql`SELECT p.service_id, p.ip, p.username, p.order_id,
    p.check_id, p.country_code, coalesce(t.title, p.country_code) AS countryTitle, p.note
    FROM dedicated_proxies p LEFT JOIN dedicated_countries t
      ON t.account_id = p.account_id AND t.ipv = p.ipv AND t.code = p.country_code WHERE p.id = ${proxyId}`);
  if (row === undefined) return;
  db.run(sql`INSERT INTO dedicated_texts (proxy_id, search_text) VALUES (${proxyId}, ${proxySearchText(row)})
    ON CONFLICT DO UPDATE SET search_text = excluded.search_text`);
};
