import { lineOf } from '#core/catalogue/dedicated/proxy-lines.ts';
import { readProtocols, readProxyCredentials } from '#core/catalogue/dedicated/proxy-repository.ts';
import type { ListReader } from '#core/catalogue/lists/list-reader.ts';
import { findAnyList } from '#core/catalogue/lists/list-repository.ts';
import type { StoredRun } from '#core/engine/run-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { CheckParams } from '#shared/contract/runs.ts';
import type { ProxyProtocol } from '#shared/domain/check.ts';
import { layoutOf, maskProxyLine, type ProxyParts, parseProxyLine } from '#shared/domain/proxy-line.ts';
import { readSupplierLine } from '#shared/domain/supplier-line.ts';
import type { AskedProxy } from './tunnel.ts';

export type CheckRun = StoredRun & { readonly params: CheckParams };

/** The proxy in a line of a check. */
interface Place {
  readonly line: number;
  readonly proxyId: number | null;
}

/** Gives access to the proxies of a check: the lines of a list, or dedicated proxies, in their present state. */
export interface ProxySources {
  readonly db: Database;
  readonly reader: ListReader;
}

/** The format in which dedicated proxies are written. */
export const DEDICATED_FORMAT = 1;

const toProxy = ({ host, port, credentials }: ProxyParts, protocol: ProxyProtocol): AskedProxy => ({
  host: host.replace(/^\[|\]$/g, ''),
  port: Number(port),
  protocol,
  credentials,
});

const formatOf = ({ params }: CheckRun) => (params.kind === 'check-list' ? params.formatId : DEDICATED_FORMAT);

const protocolOfProxy = (db: Database, accountId: string, proxyId: number | null): ProxyProtocol => {
  const [proxy] = proxyId === null ? [] : readProtocols(db, accountId, [proxyId]);
  return proxy?.portType === 'socks' ? 'socks5' : 'http';
};

/** Returns the text of a line of a check; `undefined` if it no longer exists. */
export const checkedLineAt = async (
  { db, reader }: ProxySources,
  run: CheckRun,
  { line, proxyId }: Place,
): Promise<string | undefined> => {
  const { params, accountId, targetId } = run;
  if (params.kind === 'check-list') {
    return targetId === null ? undefined : (await reader.lines(targetId, params.variant, line, 1))[0];
  }
  const [proxy] = proxyId === null ? [] : readProxyCredentials(db, accountId, [proxyId]);
  return proxy === undefined ? undefined : (lineOf(proxy, DEDICATED_FORMAT) ?? lineOf(proxy, 3) ?? undefined);
};

/** Returns the protocol of all lines while their list exists; `null` if each dedicated proxy has its own. */
export const protocolOfCheck = (db: Database, { params, accountId, targetId }: CheckRun): ProxyProtocol | null => {
  if (params.protocol !== 'own') return params.protocol;
  if (params.kind !== 'check-list') return null;
  return (targetId === null ? undefined : findAnyList(db, accountId, targetId))?.recipe.protocol ?? 'http';
};

/**
 * Returns the proxy of a line of a check; `null` if the line cannot be read or no longer exists. `protocol` is that of
 * all lines.
 */
export const checkedProxyAt = async (
  sources: ProxySources,
  run: CheckRun,
  place: Place,
  protocol: ProxyProtocol | null,
): Promise<AskedProxy | null> => {
  const line = await checkedLineAt(sources, run, place);
  if (line === undefined) return null;
  const own = formatOf(run);
  const other = layoutOf(line);
  const parts = parseProxyLine(line, own) ?? (other === null ? null : parseProxyLine(line, other));
  const asked = protocol ?? protocolOfProxy(sources.db, run.accountId, place.proxyId);
  if (parts !== null) return toProxy(parts, asked);
  // A line from a file may have its own protocol, a rotation link, or separators in its password.
  const [supplied, another] = readSupplierLine(line);
  if (supplied === undefined || another !== undefined) return null;
  return toProxy(supplied, supplied.protocol ?? asked);
};

/** Returns a line of a check with masked secrets, for the screen and the report. */
export const maskedLineAt = async (sources: ProxySources, run: CheckRun, place: Place): Promise<string> => {
  const line = await checkedLineAt(sources, run, place);
  return line === undefined ? '' : maskProxyLine(line, formatOf(run)).slice(0, 500);
};
