import { Button } from '@mantine/core';
import { IconCalendarTime, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduledList, ScheduledListSort } from '#shared/contract/scheduled-lists.ts';
import { SCHEDULED_LIST_SORTS } from '#shared/domain/scheduled-lists.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useScreenParams } from '../../nav/router.ts';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionItems } from '../../ui/menu-action.tsx';
import { SplitPane } from '../../ui/split-pane.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import type { GridListDeclaration } from '../../ui/use-list.ts';
import { useList } from '../../ui/use-list.ts';
import { useNow } from '../../ui/use-now.ts';
import { ScheduleCard } from './schedule-card.tsx';
import { scheduleColumns } from './schedule-columns.tsx';
import { removeSchedule, useScheduleActions } from './use-schedule-actions.ts';

const SCHEDULED_LISTS: GridListDeclaration<ScheduledList, object, ScheduledListSort['by']> = {
  name: 'scheduledLists',
  sorts: SCHEDULED_LIST_SORTS,
  sort: { by: 'created', direction: 'desc' },
  page: ({ sort, offset, limit }) => call('scheduledLists.list', { sort, offset, limit }),
  events: ['scheduledLists.changed'],
};

const ALL = {};
const newSchedule = (): void => openDraft('schedule', [], 'schedule');

/** Lists every schedule, with the chosen one beside the grid. */
export const ScheduledListsTab = ({ tabs }: { readonly tabs: ReactNode }) => {
  const { t } = useTranslation(['scheduledLists', 'schedule', 'premium', 'common', 'runLists']);
  const format = useFormat();
  const now = useNow();
  const { scheduleId: opened } = useScreenParams('schedule');
  const [activeId, setActiveId] = useState<number | null>(opened ?? null);
  useEffect(() => {
    if (opened !== undefined) setActiveId(opened);
  }, [opened]);
  const list = useList(SCHEDULED_LISTS, ALL);
  const actionsOf = useScheduleActions();
  const columns = useMemo(() => scheduleColumns(t, format, now), [t, format, now]);
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={15} aria-hidden />} onClick={newSchedule}>
      {t('add')}
    </Button>
  );
  const isEmpty = list.rows.rowCount === 0;
  return (
    <>
      <Toolbar label={t('common:words.whatToShow')} end={isEmpty ? undefined : add}>
        {tabs}
      </Toolbar>
      <SplitPane
        detail={
          activeId === null ? null : (
            <ScheduleCard key={activeId} scheduleId={activeId} onClose={() => setActiveId(null)} />
          )
        }
        detailLabel={t('detail')}
        storageKey="scheduledLists"
        onClose={() => setActiveId(null)}
      >
        <DataGrid
          {...list.grid}
          label={t('grid')}
          columns={columns}
          activeId={activeId === null ? undefined : String(activeId)}
          onActivate={({ id }) => setActiveId(id)}
          menu={(schedule) => <ActionItems actions={actionsOf(schedule)} />}
          onDelete={() => activeId !== null && void removeSchedule(activeId)}
          empty={<EmptyState icon={IconCalendarTime} title={t('empty.title')} text={t('empty.text')} action={add} />}
        />
      </SplitPane>
    </>
  );
};
