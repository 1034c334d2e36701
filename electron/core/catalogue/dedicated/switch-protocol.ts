import type { EventTally } from '#core/catalogue/clients/client-events.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import { ApiCallError } from '#core/service/api/api-call-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { ApiAnswer } from '#core/service/api/call.ts';
import type { ProtocolOutcome } from '#shared/contract/dedicated.ts';
import type { PortType } from '#shared/domain/limits.ts';
import { assertNever, DeskError } from '#shared/result.ts';
import {
  countProxiesByClient,
  doubtProtocol,
  readProtocols,
  type SwitchedProxy,
  writeProtocol,
} from './proxy-repository.ts';

/** The number of proxies in one request. */
const CHUNK = 200;

interface Wanted {
  readonly api: ApiClient;
  readonly accountId: string;
  readonly proxyIds: readonly number[];
  readonly portType: PortType;
  readonly sendAll: boolean;
  /** Counts the changes for the history of the proxies' clients. */
  readonly tally: EventTally;
}

interface Target {
  readonly id: number;
  readonly serviceId: number;
}

/** Explains a refusal: the service refuses all proxies if one already has the protocol, without saying why. */
const explained = (error: unknown): unknown =>
  error instanceof DeskError && error.kind === 'rejected'
    ? new DeskError('rejected', error.message, { ...error.details, code: 'protocol-refused' })
    : error;

/** Switches proxies between http and socks (docs/api.md#dedicated-proxies), request by request until one fails. */
export const switchProtocol = async (db: Database, wanted: Wanted): Promise<ProtocolOutcome> => {
  const { api, accountId, portType, sendAll, tally } = wanted;
  const outcome = { switched: 0, unconfirmed: 0, unchanged: 0, raw: null as string | null };

  const set = (targets: readonly Target[], sure: boolean): void =>
    db.transaction(() => {
      const ids = targets.map(({ id }) => id);
      writeProtocol(db, ids, portType, sure);
      for (const { clientId, count } of countProxiesByClient(db, accountId, ids, null)) {
        tally.add(clientId, { name: 'protocol-switched', portType, count, sure });
      }
    });

  const record = (targets: readonly Target[], { value }: ApiAnswer<'dedicated.protocol'>) => {
    switch (value.kind) {
      case 'ids': {
        const named = new Set(value.ids);
        const switched = targets.filter(({ serviceId }) => named.has(serviceId));
        // The service agreed without naming any proxy. That does not mean that they kept their protocol.
        if (switched.length === 0) {
          set(targets, false);
          outcome.unconfirmed += targets.length;
          return;
        }
        set(switched, true);
        outcome.switched += switched.length;
        outcome.unchanged += targets.length - switched.length;
        return;
      }
      case 'count': {
        const all = value.count === targets.length;
        set(targets, all);
        if (all) outcome.switched += targets.length;
        else outcome.unconfirmed += targets.length;
        return;
      }
      case 'raw':
        set(targets, false);
        outcome.unconfirmed += targets.length;
        outcome.raw = value.text;
        return;
      default:
        assertNever(value);
    }
  };

  const held: SwitchedProxy[] = [];
  for (let from = 0; from < wanted.proxyIds.length; from += CHUNK) {
    held.push(...readProtocols(db, accountId, wanted.proxyIds.slice(from, from + CHUNK)));
  }
  const withId = held.flatMap((proxy) => (proxy.serviceId === null ? [] : [{ ...proxy, serviceId: proxy.serviceId }]));
  const targets = withId.filter((proxy) => sendAll || proxy.portType !== portType || !proxy.portTypeSure);
  const rest = { already: withId.length - targets.length, withoutId: held.length - withId.length };
  if (targets.length === 0) {
    const code = rest.already > 0 ? 'same-protocol' : 'no-service-ids';
    throw new DeskError('conflict', 'None of the proxies can be switched.', { code });
  }
  for (let from = 0; from < targets.length; from += CHUNK) {
    const chunk = targets.slice(from, from + CHUNK);
    try {
      record(chunk, await api.call('dedicated.protocol', { ids: chunk.map(({ serviceId }) => serviceId), portType }));
    } catch (error) {
      if (error instanceof ApiCallError && error.sent === 'maybe') doubtProtocol(db, idsOf(chunk));
      if (from === 0) throw explained(error);
      return { ...outcome, ...rest, left: targets.length - from, error: toStoredError(explained(error)) };
    }
  }
  return { ...outcome, ...rest, left: 0, error: null };
};

const idsOf = (targets: readonly Target[]): number[] => targets.map(({ id }) => id);
