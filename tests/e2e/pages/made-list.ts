import { expect } from '@playwright/test';
import { RECIPE } from '../../support/recipe.ts';
import type { Call } from './open-desk.ts';

/** Makes a list for a client of the sandbox, by its key, and waits until it is complete. Returns the id of the list. */
export const makeList = async (call: Call, quantity: number, clientKey = 'clara-travel'): Promise<number> => {
  const { rows } = await call('clients.list', {
    filter: { search: clientKey },
    sort: { by: 'name', direction: 'asc' },
    offset: 0,
    limit: 1,
  });
  const { listId } = await call('lists.generate', { clientId: rows[0]?.id ?? 0, recipe: { ...RECIPE, quantity } });
  await expect.poll(async () => (await call('lists.get', { listId })).state).toBe('complete');
  return listId;
};
