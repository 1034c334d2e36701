import type { ClientRow } from '#shared/contract/clients.ts';
import { type ClientFields, clientFieldsOf, splitTags } from '#shared/domain/client-fields.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';

/** The columns that can be edited in their place. */
type EditedField = 'name' | 'tags' | 'note';

const changeOf = (field: EditedField, text: string): Partial<ClientFields> =>
  field === 'tags' ? { tags: splitTags(text) } : { [field]: text };

/**
 * Saves one field of a client that was edited in the list. `client` is the row as the user saw it, so that a change made
 * meanwhile elsewhere is noticed. Returns why it cannot be saved, or `undefined`.
 */
export const saveClientCell = async (
  client: ClientRow,
  columnId: string,
  text: string,
): Promise<AppError | undefined> => {
  const field = columnId as EditedField;
  const seen = clientFieldsOf(client);
  const fields = { ...seen, ...changeOf(field, text) };
  const result = await call('clients.update', {
    clientId: client.id,
    ...fields,
    tags: [...fields.tags],
    seen: { ...seen, tags: [...seen.tags] },
  });
  return result.ok ? undefined : result.error;
};
