import { IconFileText } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListsDetail, ListsLine, ListsParams, Run } from '#shared/contract/runs.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { go } from '../../../nav/router.ts';
import { OpenClientItem } from '../../../parts/clients/open-client-item.tsx';
import { CopyRowItem } from '../../../ui/copy-row-item.tsx';
import { ActionItem } from '../../../ui/menu-action.tsx';
import { type RunLayout, RunView } from '../run-view.tsx';
import { itemColumns, listsReasonOf } from './item-columns.tsx';
import { ListsRunPanel } from './run-panel.tsx';

const open = (line: ListsLine): void => {
  if (line.listId !== null) go('lists', { listId: line.listId });
  else if (line.clientId !== null) go('clients', { clientId: line.clientId });
};

const backFrom = (params: ListsParams): void => {
  if (params.kind === 'export') go('lists');
  else if (params.scheduleId === undefined) go('clients');
  else go('schedule', { scheduleId: params.scheduleId, filter: { tab: 'lists' } });
};

/**
 * Shows a run that makes lists for many clients, during and after it: the result for each client, and why one got none.
 */
export const ListsRunView = ({ run, detail }: { readonly run: Run; readonly detail: ListsDetail }) => {
  const { t } = useTranslation(['runLists', 'common', 'runs', 'lists']);
  const format = useFormat();
  const columns = useMemo(() => itemColumns(t), [t]);
  const layout: RunLayout<ListsLine> = {
    views: [
      { id: 'todo', name: t('runs:run.views.todo'), states: ['waiting', 'running'] },
      { id: 'done', name: t('runLists:states.done'), states: ['done'] },
      { id: 'trouble', name: t('runLists:trouble'), states: ['partial', 'unsaved', 'failed', 'skipped'] },
    ],
    counts: detail.counts,
    facts: [
      { name: t('common:words.lines'), value: format.number(detail.lines) },
      { name: t('lists:tabs.exports'), value: format.number(detail.files) },
    ],
    grid: t('runLists:grid'),
    columns,
    storageKey: 'batch',
    menu: (line) => <ListsLineMenu line={line} />,
    onOpen: open,
    hasReport: true,
    back: () => backFrom(detail.params),
    panel: <ListsRunPanel run={run} detail={detail} />,
  };
  return <RunView run={run} layout={layout} />;
};

/** The context menu of a line. */
const ListsLineMenu = ({ line }: { readonly line: ListsLine }) => {
  const { t } = useTranslation(['runLists', 'runs', 'lists']);
  const { listId, clientId, fileName } = line;
  return (
    <>
      {listId === null ? null : (
        <ActionItem action={{ icon: IconFileText, label: t('lists:openList'), run: () => go('lists', { listId }) }} />
      )}
      {clientId === null ? null : <OpenClientItem clientId={clientId} />}
      <CopyRowItem cells={[rowClientLabel(line), fileName, listsReasonOf(line, t)]} />
    </>
  );
};
