import { Button, Group, Progress, Stack } from '@mantine/core';
import { IconCheck, IconFileText, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '#shared/contract/runs.ts';
import { isHalted, isTroubled } from '#shared/domain/run-rules.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useChosenActions } from '../../nav/chosen-store.ts';
import { ImportReportSection } from '../../parts/clients/import-report.tsx';
import { stopRequest, useRunActions, wayToResult } from '../../parts/runs/run-actions.ts';
import { RunMark } from '../../parts/runs/run-mark.tsx';
import { useRunTitle } from '../../parts/runs/use-run-title.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact } from '../../ui/fact.tsx';
import { percentOf } from '../../ui/percent.ts';
import { RefreshPanel } from './refresh-panel.tsx';
import { countText, RunStateChip } from './run-columns.tsx';
import { useWaitText } from './use-wait-text.ts';

interface RunDetailProps {
  readonly run: Run;
  readonly onClose: () => void;
}

/** Shows one run: its progress, why it ended, and a link to its result. */
export const RunDetail = ({ run, onClose }: RunDetailProps) => {
  const { t } = useTranslation(['runs', 'common']);
  const format = useFormat();
  const title = useRunTitle()(run);
  const result = wayToResult(run);
  const waits = useWaitText()(run);
  useChosenActions(title, useRunActions(run));
  const cancel = useAction(stopRequest(run));
  const dismiss = useAction('runs.dismiss');
  // A refresh can be paused and resumed as well, so its panel has buttons of its own.
  const isRefresh = run.kind === 'refresh';
  return (
    <>
      <CardHead mark={<RunMark run={run} />} title={title} closeLabel={t('close')} onClose={onClose} />
      <Stack gap={12} py={12} px={16}>
        <Group gap={10} wrap="nowrap">
          <RunStateChip run={run} />
          {isRefresh ? null : <span>{countText(run, format)}</span>}
        </Group>
        {isRefresh ? null : <Progress value={percentOf(run.done, run.total)} aria-label={t('columns.progress')} />}
        {isRefresh || waits === undefined ? null : <p role="status">{waits}</p>}
        <dl className="facts selectable" style={{ gap: '4px 12px' }}>
          <Fact name={t('columns.started')}>{format.dateTime(run.startedAt)}</Fact>
          <Fact name={t(isHalted(run) ? 'stopped' : 'finished')}>
            {run.finishedAt === null ? null : format.dateTime(run.finishedAt)}
          </Fact>
        </dl>
        {/* The key makes it read the report again when the run has ended. */}
        {run.kind === 'import' ? <ImportReportSection key={`${run.id} ${run.state}`} run={run} /> : null}
        {isRefresh ? <RefreshPanel key={run.id} run={run} /> : null}
        {run.error === null || isRefresh ? null : (
          <section aria-label={t('why')}>
            <ErrorNotice error={run.error} />
          </section>
        )}
        <Group gap={10} wrap="nowrap">
          {result === undefined ? null : (
            <Button leftSection={<IconFileText size={15} aria-hidden />} onClick={result.run}>
              {t(result.name)}
            </Button>
          )}
          {run.state === 'running' && !isRefresh ? (
            <Button
              leftSection={<IconPlayerStop size={15} aria-hidden />}
              loading={cancel.busy}
              onClick={() => void cancel.run({ runId: run.id })}
            >
              {t('common:words.stop')}
            </Button>
          ) : null}
          {isTroubled(run) ? (
            <Button
              leftSection={<IconCheck size={15} aria-hidden />}
              loading={dismiss.busy}
              onClick={() => void dismiss.run({ runId: run.id, dismissed: true })}
            >
              {t('dismiss')}
            </Button>
          ) : null}
        </Group>
        <ErrorNotice error={dismiss.error} />
        <ErrorNotice error={cancel.error} />
      </Stack>
    </>
  );
};
