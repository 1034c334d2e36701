import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFileText, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CheckedList, ScheduledChecks } from '#shared/contract/scheduled-checks.ts';
import { WORKING } from '#shared/domain/check.ts';
import { CHECKED_LISTS } from '#shared/domain/checked-lists.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { CheckCost, useScheduledHow } from '../../parts/checks/before-check.tsx';
import { takeOffChecks } from '../../parts/checks/choose-list-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './checks-tab.module.css';

/** Shows the lists that are checked on the schedule, what was found, and what a round takes. */
export const CheckedLists = ({ known }: { readonly known: ScheduledChecks }) => {
  const { t } = useTranslation('checks');
  const how = useScheduledHow();
  const { lists } = known;
  const checked = lists.filter(({ obstacle }) => obstacle === null);
  const proxies = checked.reduce((sum, list) => sum + list.proxies, 0);
  return (
    <section aria-label={t('schedule.lists')}>
      <h2>{t('schedule.lists')}</h2>
      <p className="dim">{t('schedule.listsHint', CHECKED_LISTS)}</p>
      {lists.some(({ obstacle }) => obstacle === 'restored') ? <RestoredNotice /> : null}
      {lists.length === 0 ? (
        <EmptyState
          icon={IconFileText}
          title={t('schedule.noLists.title')}
          text={t('schedule.noLists.text')}
          action={
            <Button onClick={() => go('lists', { filter: { tab: 'lists' } })}>{t('schedule.noLists.action')}</Button>
          }
        />
      ) : (
        <ListTable lists={lists} />
      )}
      {checked.length === 0 ? null : (
        <>
          <h3 className={styles.round}>{t('schedule.round', { count: checked.length })}</h3>
          <dl className="facts">
            <CheckCost count={proxies} how={how} traffic="unknown" />
          </dl>
        </>
      )}
    </section>
  );
};

const RestoredNotice = () => {
  const { t } = useTranslation('checks');
  const release = useAction('scheduledChecks.releaseLists');
  return (
    <>
      <Notice
        tone="warn"
        apart
        actions={
          <Button loading={release.busy} onClick={() => void release.run({})}>
            {t('schedule.restored.action')}
          </Button>
        }
      >
        {t('schedule.restored.text')}
      </Notice>
      <ErrorNotice error={release.error} />
    </>
  );
};

const ListTable = ({ lists }: { readonly lists: readonly CheckedList[] }) => {
  const { t } = useTranslation(['checks', 'common']);
  const format = useFormat();
  return (
    <div className={styles.lists}>
      <SmallTable
        label={t('schedule.lists')}
        top
        rows={lists}
        keyOf={({ listId }) => listId}
        columns={[
          {
            id: 'title',
            head: t('schedule.columns.list'),
            grow: true,
            cell: (list) => <ListWithResult list={list} />,
          },
          {
            id: 'proxies',
            head: t('before.count'),
            align: 'end',
            width: 76,
            cell: ({ proxies }) => format.number(proxies),
          },
          {
            id: 'takeOff',
            width: 36,
            cell: ({ listId, title }) => (
              <Tooltip label={t('schedule.takeOff')}>
                <ActionIcon
                  size={20}
                  aria-label={t('schedule.takeOffOne', { title })}
                  onClick={() => void takeOffChecks(listId, title)}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ),
          },
        ]}
      />
    </div>
  );
};

/** The result stands below the title, so that both have room in a narrow column. */
const ListWithResult = ({ list }: { readonly list: CheckedList }) => {
  const { t } = useTranslation('checks');
  const { listId, title, obstacle, stopped } = list;
  return (
    <>
      <TextLink
        truncate
        display="block"
        maw="100%"
        title={title}
        onGo={() => go('lists', { listId, filter: { tab: 'lists' } })}
      >
        {title}
      </TextLink>
      <div className={styles.result}>
        <ResultText list={list} />
        {stopped === 0 ? null : <StatusChip tone="bad" label={t('schedule.stopped', { count: stopped })} />}
        {obstacle === null ? null : (
          <StatusChip tone="warn" label={t(`schedule.obstacles.${obstacle}`, CHECKED_LISTS)} />
        )}
      </div>
    </>
  );
};

const ResultText = ({ list: { lastCheck, runningId } }: { readonly list: CheckedList }) => {
  const { t } = useTranslation('checks');
  const format = useFormat();
  const now = useNow();
  if (runningId !== null) {
    return <TextLink onGo={() => go('run', { runId: runningId })}>{t('schedule.underWay')}</TextLink>;
  }
  if (lastCheck === null) return <span className="dim">{t('schedule.notYet')}</span>;
  const { runId, at, counts } = lastCheck;
  const working = WORKING.reduce((sum, state) => sum + counts[state], 0);
  const text = t('schedule.found', { moment: format.moment(at, now), working, failed: counts.refused + counts.dead });
  return runId === null ? (
    <span className="dim">{text}</span>
  ) : (
    <TextLink onGo={() => go('run', { runId })}>{text}</TextLink>
  );
};
