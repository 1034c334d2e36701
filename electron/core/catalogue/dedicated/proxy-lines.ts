import { inPieces } from '#core/platform/async/slices.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { FormatId } from '#shared/domain/limits.ts';
import { formatProxyLine } from '#shared/domain/proxy-line.ts';
import { isUnlistable, type ProxyCredentials } from './proxy-credentials.ts';
import { readProxyCredentials } from './proxy-repository.ts';

/** SQL of the address in `dedicated_proxies p`, with IPv6 in brackets; NULL if it could not be read. */
export const PROXY_ADDRESS = sql`iif(p.ip LIKE '%:%', '[' || p.ip || ']', p.ip) || ':' || p.port`;

/** The number of lines made at a time. */
const STEP = 2_000;

/** Returns the line of a proxy; `null` if the service's answer lacked a readable part that the layout needs. */
export const lineOf = ({ ip, port, username, password }: ProxyCredentials, formatId: FormatId): string | null => {
  if (ip === null || port === null) return null;
  const credentials = username === null || password === null ? null : { login: username, password };
  return formatProxyLine({ host: ip, port, credentials }, formatId);
};

/** Some of the lines, with the number of proxies that have none. */
export interface ProxyLines {
  readonly lines: readonly string[];
  /** Proxies that lack a part that the layout needs. */
  readonly skipped: number;
  /** Proxies with a line break or another control character in a field. */
  readonly unlistable: number;
}

/** Yields the lines of the proxies in pieces, in the order of the ids, with one line per proxy. */
export async function* proxyLines(
  db: Database,
  accountId: string,
  proxyIds: readonly number[],
  formatId: FormatId,
): AsyncGenerator<ProxyLines> {
  for await (const ids of inPieces(proxyIds, STEP)) {
    const credentials = readProxyCredentials(db, accountId, ids);
    const listable = credentials.filter((proxy) => !isUnlistable(proxy));
    const lines = listable.flatMap((proxy) => lineOf(proxy, formatId) ?? []);
    yield { lines, skipped: listable.length - lines.length, unlistable: credentials.length - listable.length };
  }
}
