import { Button } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { RECENT_LISTS } from '#shared/contract/first-questions.ts';
import type { ProxyList } from '#shared/contract/lists.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { removeLists } from '../../parts/lists/list-actions.ts';
import { ListMenuItems } from '../../parts/lists/list-menu.tsx';
import { ListStateChip } from '../../parts/lists/list-state-chip.tsx';
import { Age } from '../../ui/age.tsx';
import { SmallTable, type TableColumn } from '../../ui/small-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import styles from './overview.module.css';
import { OverviewSection } from './section.tsx';
import { useLater } from './use-overview.ts';

/** Shows the newest lists, so that a client who asks again is served with one press. */
export const RecentLists = memo(() => {
  const { t } = useTranslation(['overview', 'common', 'lists']);
  const format = useFormat();
  const lists = useQuery('lists.list', { offset: 0, limit: RECENT_LISTS });
  const changed = useLater(lists.reload);
  useDeskEvent('lists.changed', changed);
  const { on, menu } = useRowMenu((list: ProxyList) => (
    <ListMenuItems list={list} onRemove={() => void removeLists([list.id])} />
  ));
  const rows = lists.value?.rows ?? [];
  const columns: readonly TableColumn<ProxyList>[] = [
    {
      id: 'title',
      head: t('lists:columns.title'),
      grow: true,
      cell: ({ id, title }) => (
        <TextLink truncate onGo={() => go('lists', { listId: id })}>
          {title}
        </TextLink>
      ),
    },
    {
      id: 'lines',
      head: t('common:words.lines'),
      align: 'end',
      width: 88,
      cell: ({ lineCount }) => format.number(lineCount),
    },
    { id: 'state', head: t('common:words.state'), width: 112, cell: ({ state }) => <ListStateChip state={state} /> },
    { id: 'made', head: t('recent.made'), width: 146, cell: ({ createdAt }) => <Age at={createdAt} form="relative" /> },
  ];
  return (
    <OverviewSection
      title={t('recent.title')}
      end={
        rows.length === 0 ? null : (
          <Button size="compact-sm" variant="subtle" onClick={() => go('lists')}>
            {t('recent.all')}
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={styles.none}>{lists.loading ? '' : t('recent.none')}</p>
      ) : (
        <SmallTable label={t('recent.title')} columns={columns} rows={rows} keyOf={({ id }) => id} on={on} />
      )}
      {menu}
    </OverviewSection>
  );
});
