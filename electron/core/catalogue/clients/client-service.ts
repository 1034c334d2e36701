import { keepUnseenText } from '#core/catalogue/edits/unseen-text.ts';
import type { CommonDeps } from '#core/context.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ClientRow } from '#shared/contract/clients.ts';
import { applyEdit, CLIENT_TEXT_NAMES, type ClientFields, checkClientFields } from '#shared/domain/client-fields.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import { isSamePair } from './client-pair.ts';
import {
  clientByPair,
  clientRows,
  hasHistory,
  insertClient,
  reviveClient,
  type StoredClient,
  storedClient,
  tidyClientIndex,
  writeClient,
} from './client-repository.ts';

const notFound = (): DeskError => new DeskError('not-found', 'There is no such client.', { code: 'client' });

const checked = (typed: ClientFields): ClientFields => {
  const { fields, problems } = checkClientFields(typed);
  if (problems.length === 0) return fields;
  throw invalidInput('A field of the client is not valid.', ...problems);
};

const taken = (by: StoredClient): DeskError =>
  new DeskError('conflict', 'There is a client with this messenger id and key.', {
    code: by.archived ? 'client-exists-archived' : 'client-exists',
    params: { clientId: by.id, name: clientLabel(by) },
  });

/** The changes to single clients need this. */
type ClientChanges = CommonDeps<'db' | 'clock'>;

/** Returns a client. Throws `not-found`. */
export const getClient = (db: Database, accountId: string, clientId: number): ClientRow => {
  const row = clientRows(db, accountId, [clientId])[0];
  if (row === undefined) throw notFound();
  return row;
};

const insertOrRevive = ({ db, clock }: ClientChanges, accountId: string, fields: ClientFields): number => {
  const existing = clientByPair(db, accountId, fields.messengerId, fields.clientKey);
  if (existing !== undefined && existing.removed === 0) throw taken(existing);
  tidyClientIndex(db);
  if (existing === undefined) return insertClient(db, accountId, fields, clock.now());
  reviveClient(db, existing.id, fields, clock.now());
  return existing.id;
};

const write = (
  { db, clock }: ClientChanges,
  accountId: string,
  clientId: number,
  typed: ClientFields,
  seen: ClientFields | undefined,
): void => {
  const before = storedClient(db, accountId, clientId);
  if (before === undefined) throw notFound();
  const fields = seen === undefined ? typed : checked(applyEdit(before, { seen, typed }));
  if (!isSamePair(before, fields)) {
    if (hasHistory(db, clientId)) {
      throw new DeskError('conflict', 'The pair of a client with purchases or lists is fixed.', {
        code: 'client-pair-fixed',
      });
    }
    const other = clientByPair(db, accountId, fields.messengerId, fields.clientKey);
    if (other !== undefined && other.removed === 0) throw taken(other);
    if (other !== undefined)
      throw new DeskError('conflict', 'The pair belongs to a client that was removed.', {
        code: other.removed > 0 ? 'client-exists-in-trash' : 'client-exists-removed',
        params: { name: clientLabel(other) },
      });
  }
  for (const field of CLIENT_TEXT_NAMES) {
    const text = { field, seen: seen?.[field], present: before[field], next: fields[field] };
    keepUnseenText(db, { accountId, kind: 'client', localId: clientId, ...text });
  }
  tidyClientIndex(db);
  writeClient(db, clientId, fields, clock.now());
};

/** Adds a client. Throws `invalid-input`, or `conflict` (`client-exists`) with the client of this pair. */
export const addClient = (changes: ClientChanges, accountId: string, typed: ClientFields): ClientRow => {
  const fields = checked(typed);
  const clientId = changes.db.transaction(() => insertOrRevive(changes, accountId, fields));
  return getClient(changes.db, accountId, clientId);
};

/** The fields of a client as a request has them: those that are missing stay as they are. */
type GivenFields = Omit<ClientFields, 'plan' | 'paidUntil'> & {
  readonly [K in 'plan' | 'paidUntil']?: ClientFields[K] | undefined;
};

const complete = (given: GivenFields, known: Pick<ClientFields, 'plan' | 'paidUntil'>): ClientFields => ({
  ...given,
  plan: given.plan ?? known.plan,
  paidUntil: given.paidUntil === undefined ? known.paidUntil : given.paidUntil,
});

/**
 * Changes a client. Throws the errors of `addClient`, and `conflict` (`client-pair-fixed`) for a changed pair if there are
 * purchases or lists. `seen` has the values that the user saw when the edit began.
 */
export const updateClient = (
  changes: ClientChanges,
  accountId: string,
  clientId: number,
  typed: GivenFields,
  seen?: GivenFields,
): ClientRow => {
  const known = getClient(changes.db, accountId, clientId);
  const fields = checked(complete(typed, known));
  const before = seen === undefined ? undefined : complete(seen, known);
  changes.db.transaction(() => write(changes, accountId, clientId, fields, before));
  return getClient(changes.db, accountId, clientId);
};
