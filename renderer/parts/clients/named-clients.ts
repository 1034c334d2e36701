import type { ProcedureInput } from '#shared/contract/index.ts';

/** The question for the clients that a text finds, with those first whom it names: Enter takes the first one. */
export const namedClients = (search: string, limit: number, offset = 0): ProcedureInput<'clients.list'> => ({
  filter: { search },
  sort: { by: 'name', direction: 'asc' },
  namedFirst: true,
  offset,
  limit,
});
