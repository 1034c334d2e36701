import type { ClientRow } from '#shared/contract/clients.ts';
import { type ClientFields, clientFieldsOf, splitTags } from '#shared/domain/client-fields.ts';
import { parseDay } from '#shared/domain/local-date.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';

/** The columns that can be edited in their place. */
type EditedField = 'name' | 'tags' | 'note' | 'plan' | 'paidUntil';

/** More than any day; the core refuses what is not a day. */
const MAX_DAY_TEXT = 100;

const changeOf = (field: EditedField, text: string): Partial<ClientFields> => {
  if (field === 'tags') return { tags: splitTags(text) };
  if (field !== 'paidUntil') return { [field]: text };
  return { paidUntil: text.trim() === '' ? null : (parseDay(text, Date.now()) ?? text.slice(0, MAX_DAY_TEXT)) };
};

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
