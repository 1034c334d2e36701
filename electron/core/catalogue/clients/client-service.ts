import { keepUnseenText } from '#core/catalogue/edits/unseen-text.ts';
import type { CommonDeps } from '#core/context.ts';
import type { ClientRow } from '#shared/contract/clients.ts';
import { applyEdit, CLIENT_TEXT_NAMES, type ClientFields, checkClientFields } from '#shared/domain/client-fields.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { DeskError, invalidInput } from '#shared/result.ts';
import type { ClientRepository, StoredClient } from './client-repository.ts';

const notFound = (): DeskError => new DeskError('not-found', 'There is no such client.', { code: 'client' });

const checked = (typed: ClientFields): ClientFields => {
  const { fields, problems } = checkClientFields(typed);
  if (problems.length === 0) return fields;
  throw invalidInput('The client has fields that are not right.', ...problems);
};

const taken = (by: StoredClient): DeskError =>
  new DeskError('conflict', 'There is a client with this messenger id and key.', {
    code: by.archived ? 'client-exists-archived' : 'client-exists',
    params: { clientId: by.id, name: clientLabel(by) },
  });

/** Creates the changes to single clients. */
export const createClientService = (
  deps: CommonDeps<'db' | 'clock' | 'emit'> & { readonly repository: ClientRepository },
) => {
  const { db, clock, emit, repository } = deps;

  /** Returns a client. Throws `not-found`. */
  const get = (accountId: string, clientId: number): ClientRow => {
    const row = repository.rows(accountId, [clientId])[0];
    if (row === undefined) throw notFound();
    return row;
  };

  const add = (accountId: string, fields: ClientFields): number => {
    const existing = repository.byPair(accountId, fields.messengerId, fields.clientKey);
    if (existing !== undefined && existing.removed === 0) throw taken(existing);
    repository.tidyIndex();
    if (existing === undefined) return repository.insert(accountId, fields, clock.now());
    repository.revive(existing.id, fields, clock.now());
    return existing.id;
  };

  const update = (accountId: string, clientId: number, typed: ClientFields, seen: ClientFields | undefined): void => {
    const before = repository.stored(accountId, clientId);
    if (before === undefined) throw notFound();
    const fields = seen === undefined ? typed : checked(applyEdit(before, { seen, typed }));
    if (before.messengerId !== fields.messengerId || before.clientKey !== fields.clientKey) {
      if (repository.hasHistory(clientId)) {
        throw new DeskError('conflict', 'The pair of a client with purchases or lists is fixed.', {
          code: 'client-pair-fixed',
        });
      }
      const other = repository.byPair(accountId, fields.messengerId, fields.clientKey);
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
    repository.tidyIndex();
    repository.write(clientId, fields, clock.now());
  };

  return {
    get,
    /** Adds a client. Throws `invalid-input`, or `conflict` (`client-exists`) with the client of this pair. */
    add: (accountId: string, typed: ClientFields): ClientRow => {
      const fields = checked(typed);
      const clientId = db.transaction(() => add(accountId, fields));
      emit('clients.changed', { clientIds: [clientId] });
      return get(accountId, clientId);
    },
    /**
     * Changes a client. Throws the errors of `add`, and `conflict` (`client-pair-fixed`) for a changed pair if there
     * are purchases or lists.
     */
    update: (accountId: string, clientId: number, typed: ClientFields, seen?: ClientFields): ClientRow => {
      const fields = checked(typed);
      db.transaction(() => update(accountId, clientId, fields, seen));
      emit('clients.changed', { clientIds: [clientId] });
      return get(accountId, clientId);
    },
  };
};
