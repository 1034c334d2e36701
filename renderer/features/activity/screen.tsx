import { SegmentedControl } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { TRASH_KINDS } from '#shared/domain/trash-rules.ts';
import { useScreenParams } from '../../nav/router.ts';
import { ACTIVITY_VIEWS, type ActivityFilter } from '../../nav/screen-filters.ts';
import { changeFilter, type FilterChecks, isFlag, isOneOf, isText, useScreenFilter } from '../../nav/views.ts';
import { Screen } from '../../ui/screen.tsx';
import { useRedrawnChoice } from '../../ui/use-redrawn-choice.ts';
import { TrashView } from '../trash/trash-view.tsx';
import { DeedsView } from './deeds-view.tsx';
import { JobsView } from './jobs-view.tsx';

const NO_FILTER: ActivityFilter = { show: 'jobs', troubled: false, kind: 'client', search: '' };
const CHECKS: FilterChecks<ActivityFilter> = {
  show: isOneOf(ACTIVITY_VIEWS),
  troubled: isFlag,
  kind: isOneOf(TRASH_KINDS),
  search: isText,
};

type View = 'all' | 'troubled' | Exclude<ActivityFilter['show'], 'jobs'>;
const VIEWS: Readonly<Record<View, Pick<ActivityFilter, 'show' | 'troubled'>>> = {
  all: { show: 'jobs', troubled: false },
  troubled: { show: 'jobs', troubled: true },
  deeds: { show: 'deeds', troubled: false },
  trash: { show: 'trash', troubled: false },
};

/** The Activity screen: jobs, changes that can be undone, and the trash. */
export const ActivityScreen = () => {
  const { t } = useTranslation(['runs', 'common', 'trash', 'undo']);
  const { runId } = useScreenParams('activity');
  const [filter, setFilter] = useScreenFilter('activity', NO_FILTER, CHECKS);
  // A link to a job must show the jobs.
  useEffect(() => {
    if (runId !== undefined) changeFilter('activity', NO_FILTER, CHECKS, { show: 'jobs' });
  }, [runId]);
  const { show, troubled, kind, search } = filter;
  const view: View = show === 'jobs' ? (troubled ? 'troubled' : 'all') : show;
  const choice = useRedrawnChoice(view, (wanted) => setFilter({ ...filter, ...VIEWS[wanted] }));
  const views = (
    <SegmentedControl
      aria-label={t('common:words.whatToShow')}
      {...choice}
      data={[
        { value: 'all', label: t('runs:filter.all') },
        { value: 'troubled', label: t('runs:filter.troubled') },
        { value: 'deeds', label: t('undo:title') },
        { value: 'trash', label: t('trash:title') },
      ]}
    />
  );
  return (
    <Screen title={t('common:nav.activity')}>
      {show === 'trash' ? (
        <TrashView
          views={views}
          kind={kind}
          onKind={(wanted) => setFilter({ ...filter, kind: wanted, search: '' })}
          search={search}
          onSearch={(typed) => setFilter({ ...filter, search: typed })}
        />
      ) : show === 'deeds' ? (
        <DeedsView views={views} />
      ) : (
        <JobsView views={views} troubled={troubled} onShowAll={() => setFilter({ ...filter, ...VIEWS.all })} />
      )}
    </Screen>
  );
};
