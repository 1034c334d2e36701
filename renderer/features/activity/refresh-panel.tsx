import { Button, Group, Progress, Stack } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '#shared/contract/runs.ts';
import { isHalted } from '#shared/domain/run-rules.ts';
import { useAction } from '../../bridge/use-action.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ICON } from '../../ui/menu-icon.ts';
import { percentOf } from '../../ui/percent.ts';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { FailureList } from './failure-list.tsx';
import { useRunText } from './use-run-text.ts';

/** Shows a refresh in Activity: its progress, its actions, and the clients that it could not read. */
export const RefreshPanel = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation('refresh');
  const textOf = useRunText();
  const pause = useAction('runs.pause');
  const resume = useAction('runs.resume');
  const cancel = useAction('runs.cancel');
  const { id: runId, state, failed } = run;
  const error = pause.error ?? resume.error ?? cancel.error;
  return (
    <Stack gap={12}>
      <p role="status">{textOf(run)}</p>
      <Progress value={percentOf(run.done, run.total)} aria-label={t('progress')} />
      {run.error === null ? null : <ErrorNotice error={run.error} />}
      <ErrorNotice error={error} />
      <Group gap={8}>
        {state === 'running' ? (
          <Button
            loading={pause.busy}
            leftSection={<IconPlayerPause {...ICON} />}
            onClick={() => void pause.run({ runId })}
          >
            {t('pause')}
          </Button>
        ) : null}
        {isHalted(run) ? (
          <ServiceButton
            loading={resume.busy}
            leftSection={<IconPlayerPlay {...ICON} />}
            onClick={() => void resume.run({ runId })}
          >
            {t('resume')}
          </ServiceButton>
        ) : null}
        {state === 'running' || isHalted(run) ? (
          <Button leftSection={<IconPlayerStop {...ICON} />} onClick={() => void cancel.run({ runId })}>
            {t('cancel')}
          </Button>
        ) : null}
        {failed > 0 ? (
          <ServiceButton
            leftSection={<IconRefresh {...ICON} />}
            onClick={() => void resume.run({ runId, retry: true })}
          >
            {t('retry', { count: failed })}
          </ServiceButton>
        ) : null}
      </Group>
      {failed === 0 ? null : <FailureList run={run} />}
    </Stack>
  );
};
