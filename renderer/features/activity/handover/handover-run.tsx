import { Button, Group } from '@mantine/core';
import { IconArrowRight, IconPlayerSkipForward, IconRefresh } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoverDetail, HandoverLine, Run } from '#shared/contract/runs.ts';
import { clientOfRow, rowClientLabel, wholeClientLabel } from '#shared/domain/client-label.ts';
import type { HandoverLineState } from '#shared/domain/handover-queue.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { go } from '../../../nav/router.ts';
import { OpenClientItem } from '../../../parts/clients/open-client-item.tsx';
import { CopyRowItem } from '../../../ui/copy-row-item.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import type { GridColumn } from '../../../ui/grid-column.ts';
import { Notice } from '../../../ui/notice.tsx';
import { OUTCOME_STYLES } from '../../../ui/outcome-styles.ts';
import { StatusChip, type StatusStyle } from '../../../ui/status-chip.tsx';
import styles from '../run.module.css';
import { type RunLayout, RunView } from '../run-view.tsx';

const STATUS_STYLES: Readonly<Record<HandoverLineState, StatusStyle>> = {
  waiting: OUTCOME_STYLES.waiting,
  done: OUTCOME_STYLES.done,
  skipped: { tone: 'mute', icon: IconPlayerSkipForward },
  nothing: OUTCOME_STYLES.nothing,
  removed: OUTCOME_STYLES.nothing,
};

const columnsOf = (t: TFunction<['handover', 'common', 'runs']>): readonly GridColumn<HandoverLine>[] => [
  {
    id: 'client',
    header: t('common:words.client'),
    width: 280,
    minWidth: 120,
    grow: true,
    render: (line) => <bdi>{rowClientLabel(line) || t('runs:run.removedClient')}</bdi>,
    title: (line) => wholeClientLabel(clientOfRow(line)),
  },
  {
    id: 'state',
    header: t('common:words.state'),
    width: 200,
    render: ({ state }) => <StatusChip {...STATUS_STYLES[state]} label={t(`handover:queue.states.${state}`)} />,
  },
  {
    id: 'uuid',
    header: t('handover:queue.subscription'),
    width: 160,
    render: ({ uuid }) => <span className="mono">{shortUuid(uuid)}</span>,
    title: ({ uuid }) => uuid,
  },
];

interface HandoverRunProps {
  readonly run: Run;
  readonly detail: HandoverDetail;
}

/** Shows the clients of a hand-over queue, and leads on to the one that is next. */
export const HandoverRunView = ({ run, detail }: HandoverRunProps) => {
  const { t } = useTranslation(['handover', 'common', 'runs']);
  const columns = useMemo(() => columnsOf(t), [t]);
  const layout: RunLayout<HandoverLine> = {
    views: [
      { id: 'todo', name: t('runs:run.views.todo'), states: ['waiting'] },
      { id: 'done', name: t('handover:queue.states.done'), states: ['done'] },
      { id: 'left', name: t('handover:queue.leftOut'), states: ['skipped', 'nothing', 'removed'] },
    ],
    counts: detail.counts,
    facts: [],
    grid: t('handover:queue.grid'),
    columns,
    storageKey: 'handover-run',
    menu: (line) => (
      <>
        {line.clientId === null ? null : <OpenClientItem clientId={line.clientId} />}
        <CopyRowItem cells={[rowClientLabel(line), t(`handover:queue.states.${line.state}`), line.uuid]} />
      </>
    ),
    onOpen: ({ clientId }) => {
      if (clientId !== null) go('clients', { clientId });
    },
    hasReport: false,
    back: () => go('clients'),
    panel: <QueuePanel run={run} detail={detail} />,
  };
  return <RunView run={run} layout={layout} />;
};

const QueuePanel = ({ run, detail: { counts } }: HandoverRunProps) => {
  const { t } = useTranslation('handover');
  const again = useAction('runs.resume');
  const end = useAction('runs.cancel');
  const { id: runId, state } = run;
  const { waiting, done, skipped, nothing, removed } = counts;
  const canGoOn = isHalted(run);
  const result = t('queue.result', { done, skipped, nothing: nothing + removed });
  return (
    <footer className={styles.panel}>
      <Notice tone={canGoOn ? 'info' : 'mute'} live="status">
        {canGoOn ? t('queue.waits', { count: waiting }) : result}
      </Notice>
      <ErrorNotice error={again.error ?? end.error} />
      <Group gap="8px 12px">
        {canGoOn ? (
          <Button
            variant="filled"
            size="md"
            rightSection={<IconArrowRight size={15} aria-hidden />}
            onClick={() => go('handover', { queueId: runId })}
          >
            {t('queue.resume')}
          </Button>
        ) : null}
        {skipped === 0 || state === 'cancelled' ? null : (
          <Button
            size="md"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={again.busy}
            onClick={() => void again.run({ runId, retry: true })}
          >
            {t('queue.skippedAgain', { count: skipped })}
          </Button>
        )}
        {canGoOn ? (
          <Button size="md" loading={end.busy} onClick={() => void end.run({ runId })}>
            {t('queue.end')}
          </Button>
        ) : null}
      </Group>
    </footer>
  );
};
