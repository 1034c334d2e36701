import { Button } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { RECENT_LISTS } from '#shared/contract/first-questions.ts';
import type { ProxyList } from '#shared/contract/lists.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { Age } from '../../ui/age.tsx';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import { removeLists } from '../lists/list-actions.ts';
import { ListMenuItems } from '../lists/list-menu.tsx';
import { ListStateChip } from '../lists/list-state-chip.tsx';
import styles from './overview.module.css';
import { Section } from './section.tsx';
import { useLater } from './use-overview.ts';

/** The lists made last: one press from a client who asks for them again. */
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
  return (
    <Section
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
        <table className={styles.table} aria-label={t('recent.title')}>
          <thead>
            <tr>
              <th scope="col" className={styles.grow}>
                {t('lists:columns.title')}
              </th>
              <th scope="col" className={styles.number}>
                {t('common:words.lines')}
              </th>
              <th scope="col" className={styles.state}>
                {t('common:words.state')}
              </th>
              <th scope="col" className={styles.age}>
                {t('recent.made')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((list) => (
              <tr key={list.id} {...on(list)}>
                <th scope="row" className={styles.grow}>
                  <button type="button" className={styles.link} onClick={() => go('lists', { listId: list.id })}>
                    {list.title}
                  </button>
                </th>
                <td className={styles.number}>{format.number(list.lineCount)}</td>
                <td className={styles.state}>
                  <ListStateChip state={list.state} />
                </td>
                <td className={styles.age}>
                  <Age at={list.createdAt} form="relative" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {menu}
    </Section>
  );
});
