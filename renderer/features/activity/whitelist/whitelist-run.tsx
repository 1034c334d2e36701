import { Button, Group } from '@mantine/core';
import { IconPlayerSkipForward, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run, WhitelistDetail, WhitelistLine } from '#shared/contract/runs.ts';
import { clientOfRow, rowClientLabel, wholeClientLabel } from '#shared/domain/client-label.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import type { WhitelistLineState } from '#shared/domain/whitelist-run.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { go } from '../../../nav/router.ts';
import { OpenClientItem } from '../../../parts/clients/open-client-item.tsx';
import { CopyRowItem } from '../../../ui/copy-row-item.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import type { GridColumn } from '../../../ui/grid-column.ts';
import { Notice } from '../../../ui/notice.tsx';
import { OUTCOME_STYLES } from '../../../ui/outcome-styles.ts';
import { ServiceButton } from '../../../ui/service-hint.tsx';
import { StatusChip, type StatusStyle } from '../../../ui/status-chip.tsx';
import styles from '../run.module.css';
import { type RunLayout, RunView } from '../run-view.tsx';
import { RunningPanel } from '../running-panel.tsx';

const STATUS_STYLES: Readonly<Record<WhitelistLineState, StatusStyle>> = {
  waiting: OUTCOME_STYLES.waiting,
  done: OUTCOME_STYLES.done,
  skipped: { tone: 'mute', icon: IconPlayerSkipForward },
  failed: OUTCOME_STYLES.failed,
};

type Words = TFunction<['runWhitelist', 'common', 'runs']>;

/** Says why a line was skipped or failed, with the service's own words; empty if there is nothing to say. */
const reasonOf = ({ problem }: WhitelistLine, t: Words): string => {
  if (problem === null) return '';
  const why = t(`runWhitelist:problems.${problem.code}`);
  return problem.words === '' ? why : `${why}: ${problem.words}`;
};

const columnsOf = (t: Words): readonly GridColumn<WhitelistLine>[] => [
  {
    id: 'client',
    header: t('common:words.client'),
    width: 220,
    minWidth: 120,
    grow: true,
    render: (line) => <bdi>{rowClientLabel(line) || t('runs:run.removedClient')}</bdi>,
    title: (line) => wholeClientLabel(clientOfRow(line)),
  },
  {
    id: 'ip',
    header: t('common:words.address'),
    width: 200,
    render: ({ ip }) => <span className="mono">{ip}</span>,
    title: ({ ip }) => ip,
  },
  {
    id: 'state',
    header: t('common:words.state'),
    width: 130,
    render: ({ state }) => <StatusChip {...STATUS_STYLES[state]} label={t(`runWhitelist:states.${state}`)} />,
  },
  {
    id: 'reason',
    header: t('common:words.reason'),
    width: 380,
    grow: true,
    render: (line) => reasonOf(line, t),
    title: (line) => reasonOf(line, t),
  },
];

const openClient = ({ clientId }: WhitelistLine): void => {
  if (clientId !== null) go('clients', { clientId });
};

interface WhitelistRunProps {
  readonly run: Run;
  readonly detail: WhitelistDetail;
}

/** Shows a run that changes the whitelists of many clients: each address of each client, and why one was not changed. */
export const WhitelistRunView = ({ run, detail }: WhitelistRunProps) => {
  const { t } = useTranslation(['runWhitelist', 'common', 'runs']);
  const format = useFormat();
  const columns = useMemo(() => columnsOf(t), [t]);
  const { counts } = detail;
  const layout: RunLayout<WhitelistLine> = {
    views: [
      { id: 'todo', name: t('runs:run.views.todo'), states: ['waiting'] },
      { id: 'done', name: t('runWhitelist:states.done'), states: ['done'] },
      { id: 'skipped', name: t('runWhitelist:states.skipped'), states: ['skipped'] },
      { id: 'failed', name: t('runWhitelist:states.failed'), states: ['failed'] },
    ],
    counts,
    facts: [{ name: t('runWhitelist:addresses'), value: format.number(detail.params.ips.length) }],
    grid: t('runWhitelist:grid'),
    columns,
    storageKey: 'whitelist-run',
    menu: (line) => (
      <>
        {line.clientId === null ? null : <OpenClientItem clientId={line.clientId} />}
        <CopyRowItem cells={[rowClientLabel(line), line.ip, reasonOf(line, t)]} />
      </>
    ),
    onOpen: openClient,
    hasReport: true,
    back: () => go('clients'),
    panel:
      run.state === 'running' ? (
        <RunningPanel
          run={run}
          done={run.total - counts.waiting}
          total={run.total}
          stop={{ label: t('common:words.stop'), icon: IconPlayerStop }}
        />
      ) : (
        <EndedPanel run={run} detail={detail} />
      ),
  };
  return <RunView run={run} layout={layout} />;
};

const stoppedBy = ({ state, reason }: Run): 'cancelled' | 'interrupted' | 'failures' | 'rate-limited' | 'error' => {
  if (state === 'interrupted') return 'interrupted';
  if (state !== 'stopped') return 'cancelled';
  return reason === 'failures' || reason === 'rate-limited' ? reason : 'error';
};

/** The panel below the lines of a run that is not under way: its result, and the next steps. */
const EndedPanel = ({ run, detail: { counts, retryable } }: WhitelistRunProps) => {
  const { t } = useTranslation('runWhitelist');
  const resume = useAction('runs.resume');
  const close = useAction('runs.cancel');
  const { id: runId, total } = run;
  const canGoOn = isHalted(run);
  const isCancelled = run.state === 'cancelled';
  const { done, skipped, failed, waiting } = counts;
  const result = failed > 0 ? 'partial' : skipped > 0 ? 'skipped' : 'whole';
  return (
    <footer className={styles.panel}>
      <Notice tone={canGoOn || isCancelled || failed > 0 ? 'warn' : 'ok'} live="status">
        {canGoOn || isCancelled
          ? `${t(`stopped.${stoppedBy(run)}`)}${waiting === 0 ? '' : ` ${t('leftToDo', { count: waiting })}`}`
          : t(`result.${result}`, { total, done, skipped, failed })}
      </Notice>
      <ErrorNotice error={run.error ?? undefined} />
      <ErrorNotice error={resume.error ?? close.error} />
      <Group gap="8px 12px">
        {canGoOn ? (
          <ServiceButton variant="filled" size="md" loading={resume.busy} onClick={() => void resume.run({ runId })}>
            {t('resume')}
          </ServiceButton>
        ) : null}
        {retryable === 0 || isCancelled ? null : (
          <ServiceButton
            size="md"
            loading={resume.busy}
            leftSection={<IconRefresh size={15} aria-hidden />}
            onClick={() => void resume.run({ runId, retry: true })}
          >
            {t('retry', { count: retryable })}
          </ServiceButton>
        )}
        {canGoOn ? (
          <Button size="md" loading={close.busy} onClick={() => void close.run({ runId })}>
            {t('leave')}
          </Button>
        ) : null}
      </Group>
    </footer>
  );
};
