import { inPieces } from '#core/platform/async/slices.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { FormatId } from '#shared/domain/limits.ts';
import { formatProxyLine } from '#shared/domain/proxy-line.ts';
import { isUnlistable, type ProxyCredentials } from './proxy-credentials.ts';
import type { ProxyRepository } from './proxy-repository.ts';

/** Of `dedicated_proxies p`, as it is written everywhere: IPv6 in brackets. Null where it could not be read. */
export const PROXY_ADDRESS = sql`iif(p.ip LIKE '%:%', '[' || p.ip || ']', p.ip) || ':' || p.port`;

/** Lines made in one step. */
const STEP = 2_000;

/** `null` when something that the layout needs was not readable in the service's answer. */
export const lineOf = ({ ip, port, username, password }: ProxyCredentials, formatId: FormatId): string | null => {
  if (ip === null || port === null) return null;
  const credentials = username === null || password === null ? null : { login: username, password };
  return formatProxyLine({ host: ip, port, credentials }, formatId);
};

/** Some of the lines, and how many proxies among them have none. */
export interface ProxyLines {
  readonly lines: readonly string[];
  /** Without what the layout needs. */
  readonly skipped: number;
  /** With a line break or another control character in a field. */
  readonly unlistable: number;
}

/** The proxies' lines in pieces, in the order of the ids: one line for a proxy. */
export async function* proxyLines(
  proxies: ProxyRepository,
  accountId: string,
  proxyIds: readonly number[],
  formatId: FormatId,
): AsyncGenerator<ProxyLines> {
  for await (const ids of inPieces(proxyIds, STEP)) {
    const credentials = proxies.credentials(accountId, ids);
    const listable = credentials.filter((proxy) => !isUnlistable(proxy));
    const lines = listable.flatMap((proxy) => lineOf(proxy, formatId) ?? []);
    yield { lines, skipped: listable.length - lines.length, unlistable: credentials.length - listable.length };
  }
}
