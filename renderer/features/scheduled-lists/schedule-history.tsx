import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DueList } from '#shared/contract/scheduled-lists.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { DueListChip } from './due-list-chip.tsx';
import { remarkOf, resultOf } from './schedule-text.ts';
import styles from './scheduled-lists.module.css';

const FEW = 10;
const MANY = 500;

/** Lists each time when the list was made, newest first, with a link to its run. */
export const ScheduleHistory = ({ scheduleId }: { readonly scheduleId: number }) => {
  const { t } = useTranslation('scheduledLists');
  const [limit, setLimit] = useState(FEW);
  const history = useQuery('scheduledLists.history', { scheduleId, offset: 0, limit }, ['scheduledLists.changed']);
  const rows = history.value?.rows ?? [];
  const total = history.value?.total ?? 0;
  return (
    <section aria-label={t('history')}>
      <h3>{t('history')}</h3>
      <ErrorNotice error={history.error} onRetry={history.reload} />
      {history.value !== undefined && total === 0 ? <p className="dim">{t('never')}</p> : null}
      <ul>
        {rows.map((dueList) => (
          <li key={dueList.id} className={styles.one}>
            <One dueList={dueList} />
          </li>
        ))}
      </ul>
      {rows.length < total && limit < MANY ? (
        <Button variant="subtle" color="gray" onClick={() => setLimit(MANY)}>
          {t('showAll', { count: total })}
        </Button>
      ) : null}
    </section>
  );
};

const One = ({ dueList }: { readonly dueList: DueList }) => {
  const { t } = useTranslation(['scheduledLists', 'premium', 'common', 'runLists']);
  const format = useFormat();
  const { run, startedAt, state } = dueList;
  const remark = remarkOf(dueList, t, format);
  const when = format.dateTime(startedAt);
  return (
    <>
      <Group gap={8} wrap="nowrap" justify="space-between">
        {run === null ? when : <TextLink onGo={() => go('run', { runId: run.id })}>{when}</TextLink>}
        <DueListChip state={state} />
      </Group>
      <span className="dim">{[resultOf(dueList, t), remark].filter((text) => text !== '').join(' ')}</span>
    </>
  );
};
