import type { TFunction } from 'i18next';
import type { ExportRecord, ProxyList } from '#shared/contract/lists.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import type { Format } from '../../i18n/format.ts';
import { type Draggable, DragHandle, NoDragHandle } from '../../parts/lists/drag-handle.tsx';
import { ListStateChip } from '../../parts/lists/list-state-chip.tsx';
import { SHORT_SHA } from '../../parts/lists/save-list.ts';
import { copiedTime } from '../../ui/copied-cells.ts';
import type { GridColumn } from '../../ui/grid-column.ts';
import { StatusChip } from '../../ui/status-chip.tsx';

type Words = TFunction<['lists', 'premium', 'common']>;

/** The list has lines, and no more will arrive. */
const isWhole = (list: ProxyList): boolean => !isGrowing(list) && list.lineCount > 0;
/** The list as the service sent it, with host names if there are any. */
const ownForm = (list: ProxyList): Draggable => ({
  listId: list.id,
  variant: list.domainLines > 0 ? 'domain' : 'ip',
  formatId: list.recipe.formatId,
});
const countriesOf = (list: ProxyList): string => list.recipe.countries.join(', ').toUpperCase();

export const listColumns = (t: Words, format: Format): readonly GridColumn<ProxyList>[] => [
  {
    id: 'title',
    header: t('lists:columns.title'),
    // At this width a window of 1280 px shows the client, the key and the place in full.
    width: 294,
    // Beside an open list, a window of 1920 px still shows the whole time.
    shrinksTo: 200,
    minWidth: 140,
    sortable: true,
    grow: true,
    render: (list) => (
      <>
        {isWhole(list) ? <DragHandle what={ownForm(list)} /> : <NoDragHandle />}
        {list.title}
      </>
    ),
    title: (list) => list.title,
  },
  {
    id: 'lines',
    header: t('common:words.lines'),
    width: 84,
    sortable: true,
    align: 'end',
    render: (list) => format.number(list.lineCount),
  },
  {
    id: 'state',
    header: t('common:words.state'),
    width: 128,
    sortable: true,
    render: (list) => <ListStateChip state={list.state} />,
  },
  {
    id: 'client',
    header: t('common:words.client'),
    width: 140,
    sortable: true,
    render: rowClientLabel,
    title: rowClientLabel,
  },
  {
    id: 'pool',
    header: t('common:words.pool'),
    width: 120,
    sortable: true,
    render: ({ recipe: { poolType } }) => (poolType === null ? '' : t(`premium:pools.${poolType}`)),
  },
  {
    id: 'countries',
    header: t('common:words.countries'),
    width: 90,
    spare: true,
    render: countriesOf,
    title: countriesOf,
  },
  {
    id: 'format',
    header: t('params.formatId'),
    width: 76,
    sortable: true,
    align: 'center',
    render: (list) => list.recipe.formatId,
  },
  {
    id: 'created',
    header: t('params.created'),
    width: 160,
    sortable: true,
    render: (list) => format.dateTime(list.createdAt),
    title: (list) => format.exact(list.createdAt),
    copied: (list) => copiedTime(list.createdAt),
  },
];

export const exportColumns = (t: Words, format: Format): readonly GridColumn<ExportRecord>[] => [
  {
    id: 'file',
    header: t('lists:columns.file'),
    // With these widths all columns fit a window of 1280 px beside a scroll bar.
    width: 154,
    minWidth: 140,
    sortable: true,
    grow: true,
    render: (record) => (
      <>
        {record.exists ? <DragHandle what={{ exportId: record.id }} /> : <NoDragHandle />}
        {record.fileName}
      </>
    ),
    title: (record) => record.path,
  },
  {
    id: 'list',
    header: t('lists:columns.title'),
    width: 140,
    sortable: true,
    render: (record) => record.listTitle,
    title: (record) => record.listTitle,
  },
  {
    id: 'format',
    header: t('params.formatId'),
    width: 76,
    sortable: true,
    align: 'center',
    render: (record) => record.layout ?? record.formatId,
  },
  {
    id: 'host',
    header: t('lists:columns.host'),
    width: 100,
    sortable: true,
    render: (record) => t(`lists:variant.${record.variant}`),
  },
  {
    id: 'lines',
    header: t('common:words.lines'),
    width: 84,
    sortable: true,
    align: 'end',
    render: (record) => format.number(record.lineCount),
  },
  {
    id: 'size',
    header: t('lists:columns.size'),
    width: 84,
    sortable: true,
    align: 'end',
    render: (record) => format.bytes(record.bytes),
  },
  {
    id: 'sha',
    header: t('lists:columns.sha'),
    width: 114,
    render: (record) => <code>{record.sha256.slice(0, SHORT_SHA)}</code>,
    title: (record) => record.sha256,
  },
  {
    id: 'created',
    header: t('params.created'),
    width: 160,
    sortable: true,
    render: (record) => format.dateTime(record.createdAt),
    title: (record) => format.exact(record.createdAt),
    copied: (record) => copiedTime(record.createdAt),
  },
  {
    id: 'exists',
    header: t('lists:columns.exists'),
    width: 124,
    render: (record) => (
      <StatusChip
        tone={record.exists ? 'ok' : 'mute'}
        label={t(record.exists ? 'lists:exists.yes' : 'lists:exists.no')}
      />
    ),
  },
];
