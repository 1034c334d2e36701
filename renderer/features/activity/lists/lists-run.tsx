import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListsDetail, ListsLine, Run } from '#shared/contract/runs.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { go } from '../../../nav/router.ts';
import { type RunFace, RunView } from '../run-view.tsx';
import { useRunTitle } from '../use-run-title.ts';
import { itemColumns } from './item-columns.tsx';
import { ListsLineMenu } from './item-menu.tsx';
import { RunPanel } from './run-panel.tsx';

const VIEWS = {
  todo: ['waiting', 'running'],
  done: ['done'],
  trouble: ['partial', 'unsaved', 'failed', 'skipped'],
} as const satisfies RunFace<ListsLine>['views'];

const open = (line: ListsLine): void => {
  if (line.listId !== null) go('lists', { listId: line.listId });
  else if (line.clientId !== null) go('clients', { clientId: line.clientId });
};

/** Lists for many, while they come and afterwards: who got what, and why somebody did not. */
export const ListsRun = ({ run, detail }: { readonly run: Run; readonly detail: ListsDetail }) => {
  const { t } = useTranslation(['batch', 'common', 'jobs']);
  const format = useFormat();
  const title = useRunTitle()(run);
  const columns = useMemo(() => itemColumns(t), [t]);
  const face: RunFace<ListsLine> = {
    title,
    aside: t(`jobs:states.${run.state}`),
    views: VIEWS,
    viewsLabel: t('batch:views.label'),
    viewNames: {
      all: t('batch:views.all'),
      todo: t('batch:views.todo'),
      done: t('batch:views.done'),
      trouble: t('batch:views.trouble'),
    },
    counts: detail.counts,
    facts: [
      { name: t('common:words.lines'), value: format.number(detail.lines) },
      { name: t('batch:facts.files'), value: format.number(detail.files) },
    ],
    grid: t('batch:grid'),
    nothingHere: t('batch:nothingHere'),
    columns,
    storageKey: 'batch',
    menu: (line) => <ListsLineMenu line={line} />,
    onOpen: open,
    hasReport: true,
    back: () => go(detail.params.kind === 'export' ? 'lists' : 'clients'),
    panel: <RunPanel run={run} detail={detail} />,
  };
  return <RunView run={run} face={face} />;
};
