import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Session } from '#core/service/account/session.ts';
import { wasNeverSent } from '#core/service/api/api-call-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Answered, CallOptions } from '#core/service/api/call.ts';
import type { WhitelistShape } from '#shared/api/lenient-shapes.ts';
import { parseIpAddress } from '#shared/domain/ip-address.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { canonicalIp } from './ip-ranges.ts';
import { patchWhitelist, saveWhitelist, whitelistIps } from './premium-repository.ts';

interface Deps {
  readonly session: Session;
  readonly db: Database;
}

/**
 * Creates the actions on a client's whitelist (docs/api.md#whitelist). After every change it is read again, so that the
 * service's own list is shown. Addresses are sent in canonical spelling; private ones too, with a warning in the state.
 */
export const createWhitelist = ({ db, session }: Deps) => {
  const save = (client: ClientPair, { value, receivedAt }: Answered<WhitelistShape>): void => {
    if (value.kind === 'ips') saveWhitelist(db, client.clientId, value.ips, null, receivedAt);
    else saveWhitelist(db, client.clientId, [], value.text, receivedAt);
  };

  const read = async (api: ApiClient, client: ClientPair, options?: CallOptions): Promise<WhitelistShape> => {
    const answer = await api.call('premium.whitelist', { client }, options);
    save(client, answer);
    return answer.value;
  };

  /** Reads the list after a change. `null` if the change was made but the list could not be read. */
  const readAfterChange = (api: ApiClient, client: ClientPair): Promise<WhitelistShape | null> =>
    read(api, client).catch(() => null);

  /** Sends a change. If it is unknown whether it arrived, the list is read, so that the user sees the result. */
  const change = async <T>(api: ApiClient, client: ClientPair, send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      if (!wasNeverSent(error)) await readAfterChange(api, client);
      throw error;
    }
  };

  return {
    read,
    refresh: async (client: ClientPair): Promise<void> => {
      await read(await session.api(), client);
    },
    /** Returns the address as sent; `null` if it was already on the list. */
    add: async (client: ClientPair, typed: string): Promise<string | null> => {
      const parsed = parseIpAddress(typed);
      if (!parsed.ok) {
        throw invalidInput('This is not one IP address.', { field: 'ip', code: parsed.code });
      }
      const ip = canonicalIp(parsed.ip);
      const api = await session.api();
      const { value: answer } = await change(api, client, () => api.call('premium.whitelist.add', { client, ip }));
      const list = await readAfterChange(api, client);
      if (list === null) {
        patchWhitelist(db, client.clientId, { add: ip });
        return ip;
      }
      // "Not added" with the address in the list means that it was there already, so the wish is fulfilled.
      const isThere = list.kind !== 'ips' || list.ips.some((known) => canonicalIp(known) === ip);
      if (answer.kind !== 'done' || answer.done) return ip;
      if (!isThere) {
        throw new DeskError('rejected', 'The service did not add the address.', { code: 'whitelist-not-added' });
      }
      return null;
    },
    /** Returns the address as sent. */
    remove: async (client: ClientPair, typed: string): Promise<string> => {
      const wanted = canonicalIp(typed.trim());
      // Use the service's own spelling, which may differ from ours.
      const ip = whitelistIps(db, client.clientId).find((known) => canonicalIp(known) === wanted) ?? wanted;
      const api = await session.api();
      await change(api, client, () => api.call('premium.whitelist.remove', { client, ip }));
      const list = await readAfterChange(api, client);
      if (list === null) {
        patchWhitelist(db, client.clientId, { remove: ip });
        return ip;
      }
      if (list.kind === 'ips' && list.ips.some((known) => canonicalIp(known) === wanted)) {
        throw new DeskError('rejected', 'The service did not remove the address.', { code: 'whitelist-not-removed' });
      }
      return ip;
    },
  };
};
