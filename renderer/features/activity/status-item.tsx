import { Tooltip } from '@mantine/core';
import { IconActivity, IconAlertTriangle, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { useOpenRuns } from './store.ts';
import { useRunText } from './use-run-text.ts';

const ICONS = { stopped: IconAlertTriangle, paused: IconPlayerPause } as const;

/** What is under way, for the status bar, and the way to it. */
export const RunsStatusItem = ({ className }: { readonly className: string }) => {
  const { t } = useTranslation(['refresh', 'common']);
  const format = useFormat();
  const runs = useOpenRuns((state) => state.runs);
  const textOf = useRunText();
  const refresh = runs.find(({ kind }) => kind === 'refresh');
  const others = runs.filter(({ kind }) => kind !== 'refresh');
  const done = others.reduce((sum, run) => sum + run.done, 0);
  const total = others.reduce((sum, run) => sum + run.total, 0);
  const counted = `${t('common:status.jobs', { count: others.length })}${total > 0 ? ` · ${format.percent(done / total)}` : ''}`;
  if (refresh === undefined) {
    if (others.length === 0) return null;
    return (
      <button type="button" className={className} data-tone="info" onClick={() => go('jobs')}>
        <IconActivity size={14} aria-hidden />
        {counted}
      </button>
    );
  }
  const { state, error, id: runId } = refresh;
  const IconOf = state === 'stopped' || state === 'paused' ? ICONS[state] : IconRefresh;
  return (
    <Tooltip label={error === null ? t('refresh:show') : describeError(error)} multiline maw={360}>
      <button
        type="button"
        className={className}
        data-tone={state === 'stopped' ? 'warn' : 'info'}
        onClick={() => (others.length === 0 ? go('jobs', { runId }) : go('jobs'))}
      >
        <IconOf size={14} aria-hidden />
        {textOf(refresh)}
        {others.length === 0 ? '' : ` · ${counted}`}
      </button>
    </Tooltip>
  );
};
