import { isUnlistable } from '#core/catalogue/dedicated/proxy-credentials.ts';
import { readProxies, readProxyCredentials } from '#core/catalogue/dedicated/proxy-repository.ts';
import type { ListReader } from '#core/catalogue/lists/list-reader.ts';
import type { ListRecord } from '#core/catalogue/lists/list-repository.ts';
import type { CommonDeps } from '#core/context.ts';
import { inPieces } from '#core/platform/async/slices.ts';
import { linesOf } from '#core/platform/text/stored-lines.ts';
import type { HostVariant } from '#shared/contract/lists.ts';
import { clientOfRow, nameOrKey } from '#shared/domain/client-label.ts';
import { bracketedHost } from '#shared/domain/ip-address.ts';
import type { LaidOutProxy, LeftOutReason } from '#shared/domain/line-layout.ts';
import { parseProxyLine } from '#shared/domain/proxy-line.ts';

/** A proxy to lay out, or why it cannot be. */
export type SourceProxy = LaidOutProxy | LeftOutReason;

const UNREADABLE: LeftOutReason = { reason: 'unreadable', field: null };
const CONTROL: LeftOutReason = { reason: 'control', field: null };

/** The number of dedicated proxies read at a time. */
const STEP = 2_000;

/** Yields the proxies of a list in pieces, in the list's order. A line that can be read in two ways is not guessed. */
export async function* proxiesOfList(
  reader: ListReader,
  { id, recipe, ...list }: ListRecord,
  variant: HostVariant,
): AsyncGenerator<readonly SourceProxy[]> {
  const [only = ''] = recipe.countries;
  const country = recipe.countries.length === 1 ? only.toUpperCase() : '';
  const client = nameOrKey(clientOfRow(list));
  const { protocol: scheme, formatId } = recipe;
  for await (const text of reader.texts(id, variant)) {
    yield linesOf(text).map((line): SourceProxy => {
      const proxy = parseProxyLine(line, formatId);
      if (proxy === null) return UNREADABLE;
      const { host, port, credentials } = proxy;
      const { login, password } = credentials ?? { login: '', password: '' };
      return { scheme, host, port, login, password, country, end: '', client };
    });
  }
}

/** Returns the day of a date as the service wrote it, without the time. */
const dayOf = (dateEnd: string | null): string => dateEnd?.slice(0, 10) ?? '';

/**
 * Yields dedicated proxies in pieces, in the order of the ids. A proxy whose protocol was never switched by this app is taken
 * for one with HTTP, as the check of proxies does.
 */
export async function* dedicatedProxies(
  deps: CommonDeps<'db' | 'assumedZone'>,
  accountId: string,
  proxyIds: readonly number[],
): AsyncGenerator<readonly SourceProxy[]> {
  for await (const ids of inPieces(proxyIds, STEP)) {
    const rows = readProxies(deps, accountId, ids);
    const credentials = readProxyCredentials(
      deps.db,
      accountId,
      rows.map((row) => row.id),
    );
    yield rows.map((row, index): SourceProxy => {
      const { ip = null, port = null, username = null, password = null } = credentials[index] ?? {};
      if (isUnlistable({ ip, port, username, password })) return CONTROL;
      return {
        scheme: row.portType === 'socks' ? 'socks5' : 'http',
        host: bracketedHost(ip ?? ''),
        port: port ?? '',
        login: username ?? '',
        password: password ?? '',
        country: row.countryCode.toUpperCase(),
        end: dayOf(row.dateEnd),
        client: row.clientName,
      };
    });
  }
}
