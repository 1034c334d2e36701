import type { FormatId } from '#shared/domain/limits.ts';
import { formatProxyLine } from '#shared/domain/proxy-line.ts';
import { inPieces } from '../common/slices.ts';
import { sql } from '../storage/sql.ts';
import type { ProxyCredentials, ProxyRepository } from './proxy-repository.ts';

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

/** The proxies' lines in pieces, in the order of the ids. */
export async function* proxyLines(
  proxies: ProxyRepository,
  accountId: string,
  proxyIds: readonly number[],
  formatId: FormatId,
): AsyncGenerator<readonly string[]> {
  for await (const ids of inPieces(proxyIds, STEP)) {
    yield proxies.credentials(accountId, ids).flatMap((proxy) => lineOf(proxy, formatId) ?? []);
  }
}
