import { describe, expect, it } from 'vitest';
import { CLIENT_SORTS } from '#shared/domain/client-list.ts';
import { EXPORT_SORTS, LIST_SORTS } from '#shared/domain/list-sorts.ts';
import { RUN_SORTS } from '#shared/domain/run-rules.ts';
import { runColumns } from '../../../../renderer/features/activity/run-columns.tsx';
import { clientColumns } from '../../../../renderer/features/clients/client-columns.tsx';
import { exportColumns, listColumns } from '../../../../renderer/features/lists/list-columns.tsx';
import { createFormat } from '../../../../renderer/i18n/format.ts';

const t = ((key: string) => key) as never;
const format = createFormat('en');

describe.each([
  ['clients', clientColumns(t, format, 0, { hasSales: true, hasPlans: true, isByPaidUntil: false }), CLIENT_SORTS],
  ['lists', listColumns(t, format), LIST_SORTS],
  ['files', exportColumns(t, format), EXPORT_SORTS],
  ['activity', runColumns(t, format, ({ title }) => title), RUN_SORTS],
] as const)('the columns of %s', (_name, columns, sorts) => {
  const known: readonly string[] = sorts;

  it('are sortable exactly where the core can sort by them', () => {
    const sortable = columns.filter((column) => column.sortable === true).map(({ id }) => id);
    expect(sortable.length).toBeGreaterThan(3);
    expect(sortable.filter((id) => !known.includes(id))).toEqual([]);
    expect(columns.map(({ id }) => id).filter((id) => known.includes(id) && !sortable.includes(id))).toEqual([]);
  });
});
