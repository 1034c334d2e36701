import type { ScheduledList } from '#shared/contract/scheduled-lists.ts';
import type { Format } from '../../i18n/format.ts';
import type { GridColumn } from '../../ui/grid-column.ts';
import { DueListChip } from './due-list-chip.tsx';
import { nextOf, rhythmOf, type ScheduleWords, scheduleTitleOf, whomOf } from './schedule-text.ts';

export const scheduleColumns = (
  t: ScheduleWords,
  format: Format,
  now: number,
): readonly GridColumn<ScheduledList>[] => [
  {
    id: 'name',
    header: t('common:words.title'),
    width: 200,
    minWidth: 140,
    sortable: true,
    grow: true,
    render: (schedule) => scheduleTitleOf(schedule, t),
    title: (schedule) => scheduleTitleOf(schedule, t),
  },
  {
    id: 'next',
    header: t('scheduledLists:columns.next'),
    width: 156,
    render: (schedule) => nextOf(schedule, now, t, format),
    title: (schedule) => nextOf(schedule, now, t, format),
  },
  {
    id: 'last',
    header: t('scheduledLists:columns.last'),
    width: 132,
    render: ({ last }) => (last === null ? '' : <DueListChip state={last.state} />),
  },
  {
    id: 'whom',
    header: t('scheduledLists:columns.whom'),
    width: 150,
    grow: true,
    render: (schedule) => whomOf(schedule, t),
    title: (schedule) => whomOf(schedule, t),
  },
  {
    id: 'rhythm',
    header: t('scheduledLists:columns.rhythm'),
    width: 180,
    render: (schedule) => rhythmOf(schedule, t),
    title: (schedule) => rhythmOf(schedule, t),
  },
  {
    id: 'folder',
    header: t('scheduledLists:columns.folder'),
    width: 180,
    spare: true,
    render: ({ folder }) => folder,
    title: ({ folder }) => folder,
  },
];
