import type { FormatId } from '#shared/domain/limits.ts';
import { formatProxyLine } from '#shared/domain/proxy-line.ts';
import { nextTurn } from '../common/slices.ts';
import type { ProxyCredentials, ProxyRepository } from './proxy-repository.ts';

/** Lines made in one step. */
const STEP = 2_000;

/** `null` when something that the layout needs was not readable in the service's answer. */
export const lineOf = ({ ip, port, username, password }: ProxyCredentials, formatId: FormatId): string | null => {
  if (ip === null || port === null) return null;
  const credentials = username === null || password === null ? null : { login: username, password };
  return formatProxyLine({ host: ip, port, credentials }, formatId);
};

/** The proxies' lines in pieces, in the order of the ids, with a breath between the pieces. */
export async function* proxyLines(
  proxies: ProxyRepository,
  accountId: string,
  proxyIds: readonly number[],
  formatId: FormatId,
): AsyncGenerator<readonly string[]> {
  for (let from = 0; from < proxyIds.length; from += STEP) {
    const credentials = proxies.credentials(accountId, proxyIds.slice(from, from + STEP));
    yield credentials.flatMap((proxy) => lineOf(proxy, formatId) ?? []);
    await nextTurn();
  }
}
