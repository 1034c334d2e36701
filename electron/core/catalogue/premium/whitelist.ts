import { assertSameClient, type ClientPair } from '#core/catalogue/clients/client-pair.ts';
import type { CommonDeps } from '#core/context.ts';
import type { AnswerOrder } from '#core/platform/async/answer-order.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { wasNeverSent } from '#core/service/api/api-call-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { Answered, CallOptions } from '#core/service/api/call.ts';
import type { WhitelistShape } from '#shared/api/lenient-shapes.ts';
import { parseIpAddress } from '#shared/domain/ip-address.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { canonicalIp } from './ip-ranges.ts';
import { patchWhitelist, saveWhitelist, whitelistIps } from './premium-repository.ts';

/**
 * The actions on a client's whitelist need this (docs/api.md#whitelist). After every change it is read again, so that the
 * service's own list is shown. Addresses are sent in canonical spelling; private ones too, with a warning in the state.
 */
export interface WhitelistContext extends CommonDeps<'db' | 'session'> {
  readonly whitelistOrder: AnswerOrder<number>;
}

const save = (db: Database, client: ClientPair, { value, receivedAt }: Answered<WhitelistShape>): void => {
  if (value.kind === 'ips') saveWhitelist(db, client.clientId, value.ips, null, receivedAt);
  else saveWhitelist(db, client.clientId, [], value.text, receivedAt);
};

/**
 * Reads the list from the service and stores it, unless a newer one or a later change is known by then. Returns it in the
 * shape that the service sent.
 */
export const fetchWhitelist = async (
  { db, whitelistOrder }: WhitelistContext,
  api: ApiClient,
  client: ClientPair,
  options?: CallOptions,
): Promise<WhitelistShape> => {
  const keep = whitelistOrder.ask(client.clientId);
  const answer = await api.call('premium.whitelist', { client }, options);
  assertSameClient(db, client);
  keep(() => save(db, client, answer));
  return answer.value;
};

/** Reads the list after a change. `null` if the list could not be read. */
const readAfterChange = (
  context: WhitelistContext,
  api: ApiClient,
  client: ClientPair,
): Promise<WhitelistShape | null> => {
  context.whitelistOrder.changed(client.clientId);
  return fetchWhitelist(context, api, client).catch(() => null);
};

/** Returns whether the list has an address; `null` if the list could not be read. */
const isListed = (list: WhitelistShape | null, ip: string): boolean | null =>
  list?.kind === 'ips' ? list.ips.some((known) => canonicalIp(known) === ip) : null;

/** The error of a change whose answer says nothing, when the list does not show the result either. */
const notKnown = (): DeskError =>
  new DeskError('malformed', 'The service did not say whether it changed the whitelist.', {
    code: 'whitelist-unknown',
  });

/** Sends a change. If it is unknown whether it arrived, the list is read, so that the user sees the result. */
const change = async <T>(
  context: WhitelistContext,
  api: ApiClient,
  client: ClientPair,
  send: () => Promise<T>,
): Promise<T> => {
  try {
    return await send();
  } catch (error) {
    if (!wasNeverSent(error)) await readAfterChange(context, api, client);
    throw error;
  }
};

export const refreshWhitelist = async (context: WhitelistContext, client: ClientPair): Promise<void> => {
  await fetchWhitelist(context, await context.session.api(), client);
};

/**
 * Returns the address as sent; `null` if it was already on the list. The account is the open one by default. If the answer
 * does not say that the address was added, the list decides. Throws `malformed` (`whitelist-unknown`) if neither says it.
 */
export const addToWhitelist = async (
  context: WhitelistContext,
  client: ClientPair,
  typed: string,
  accountId?: string,
): Promise<string | null> => {
  const { db, session } = context;
  const parsed = parseIpAddress(typed);
  if (!parsed.ok) {
    throw invalidInput('This is not one IP address.', { field: 'ip', code: parsed.code });
  }
  const ip = canonicalIp(parsed.ip);
  const api = await session.api(accountId);
  const { value: answer } = await change(context, api, client, () => api.call('premium.whitelist.add', { client, ip }));
  const list = await readAfterChange(context, api, client);
  if (list === null) assertSameClient(db, client);
  if (answer.kind === 'done' && answer.done) {
    if (list === null) patchWhitelist(db, client.clientId, { add: ip });
    return ip;
  }
  const isThere = isListed(list, ip);
  if (isThere === null && answer.kind !== 'done') throw notKnown();
  if (isThere !== true) {
    throw new DeskError('rejected', 'The service did not add the address.', { code: 'whitelist-not-added' });
  }
  // "Not added" with the address in the list means that it was there already, so the wish is fulfilled.
  return answer.kind === 'done' ? null : ip;
};

/**
 * Returns the address as sent. The account is the open one by default. The list decides whether the address was removed;
 * if it cannot be read, the answer does. Throws `malformed` (`whitelist-unknown`) if neither says it.
 */
export const removeFromWhitelist = async (
  context: WhitelistContext,
  client: ClientPair,
  typed: string,
  accountId?: string,
): Promise<string> => {
  const { db, session } = context;
  const wanted = canonicalIp(typed.trim());
  // Use the service's own spelling, which may differ from ours.
  const ip = whitelistIps(db, client.clientId).find((known) => canonicalIp(known) === wanted) ?? wanted;
  const api = await session.api(accountId);
  const { value: answer } = await change(context, api, client, () =>
    api.call('premium.whitelist.remove', { client, ip }),
  );
  const list = await readAfterChange(context, api, client);
  if (list === null) assertSameClient(db, client);
  const isThere = isListed(list, wanted);
  if (isThere === null && answer.kind !== 'done') throw notKnown();
  if (isThere === true || (isThere === null && answer.kind === 'done' && !answer.done)) {
    throw new DeskError('rejected', 'The service did not remove the address.', { code: 'whitelist-not-removed' });
  }
  if (list === null) patchWhitelist(db, client.clientId, { remove: ip });
  return ip;
};
