import { Button, Group, Progress } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '#shared/contract/runs.ts';
import { useAction } from '../../bridge/use-action.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { percentOf } from '../../ui/percent.ts';
import styles from './run.module.css';
import { useWaitText } from './use-wait-text.ts';

interface RunningPanelProps {
  readonly run: Run;
  /** The number of finished lines. */
  readonly done: number;
  readonly total: number;
  /** The button that stops the run, which can be resumed later. */
  readonly stop: { readonly label: string; readonly icon: Icon };
}

/** The panel below the lines of a running run: its progress, and what it waits for. */
export const RunningPanel = ({ run, done, total, stop: { label, icon: StopIcon } }: RunningPanelProps) => {
  const { t } = useTranslation('runs');
  const waits = useWaitText()(run);
  const pause = useAction('runs.pause');
  return (
    <footer className={styles.panel}>
      <Group gap="8px 12px">
        <span role="status">
          {t('run.progress', { done, total })}
          {waits === undefined ? null : ` · ${waits}`}
        </span>
        <Progress flex={1} miw={160} value={percentOf(done, total)} aria-label={t('run.progressLabel')} />
        <Button
          leftSection={<StopIcon size={15} aria-hidden />}
          loading={pause.busy}
          onClick={() => void pause.run({ runId: run.id })}
        >
          {label}
        </Button>
      </Group>
      <ErrorNotice error={pause.error} />
    </footer>
  );
};
