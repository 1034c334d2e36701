import type { ClientRow } from '#shared/contract/clients.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { TestDesk } from '../../support/desk-core.ts';

type ListInput = ProcedureInput<'clients.list'>;

/** Removes the sandbox's own clients, with which a signed-in desk starts, so that tests can count their own. */
export const emptyClientList = async (desk: TestDesk): Promise<void> => {
  const { ids } = await desk.call('clients.ids', { filter: {}, sort: { by: 'name', direction: 'asc' } });
  if (ids.length > 0) await desk.call('clients.remove', { clientIds: ids });
};

let nextId = 1;

export const addClient = (desk: TestDesk, fields: Partial<ProcedureInput<'clients.add'>> = {}): Promise<ClientRow> => {
  nextId += 1;
  const filled = { messengerId: nextId, clientKey: `key-${nextId}`, name: '', note: '', tags: [], ...fields };
  return desk.call('clients.add', filled);
};

export const list = async (
  desk: TestDesk,
  filter: ListInput['filter'] = {},
  sort: ListInput['sort'] = { by: 'name', direction: 'asc' },
): Promise<ClientRow[]> => (await desk.call('clients.list', { filter, sort, offset: 0, limit: 500 })).rows;

export const namesOf = async (
  desk: TestDesk,
  filter: ListInput['filter'] = {},
  sort?: ListInput['sort'],
): Promise<string[]> => (await list(desk, filter, sort)).map((row) => row.name);
