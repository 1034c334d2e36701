import { describe, expect, it } from 'vitest';
import { clientColumns } from '../../../../renderer/features/clients/client-columns.tsx';
import { clientSortOf } from '../../../../renderer/features/clients/use-clients.ts';
import { createFormat } from '../../../../renderer/i18n/format.ts';

describe('the columns of the client list', () => {
  const sortable = clientColumns(((key: string) => key) as never, createFormat('en'), 0)
    .filter((column) => column.sortable === true)
    .map(({ id }) => id);

  it.each(sortable)('a click on %s sorts by it', (by) => {
    expect(clientSortOf({ by, direction: 'desc' })).toEqual({ by, direction: 'desc' });
  });

  it('nothing else is asked of the core', () => {
    expect(clientSortOf({ by: 'note', direction: 'asc' })).toBeUndefined();
  });
});
