import { Tooltip } from '@mantine/core';
import { IconActivity, IconAlertTriangle, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { useOpenRuns } from '../../parts/runs/open-runs-store.ts';
import { useRunText } from './use-run-text.ts';
import { isHeldUp } from './use-wait-text.ts';

const ICONS = { stopped: IconAlertTriangle, paused: IconPlayerPause } as const;

/** Shows in the status bar what is running, and leads to it. */
export const RunsStatusItem = ({ className }: { readonly className: string }) => {
  const { t } = useTranslation(['refresh', 'common']);
  const format = useFormat();
  const runs = useOpenRuns((state) => state.runs);
  const textOf = useRunText();
  const refresh = runs.find(({ kind }) => kind === 'refresh');
  const others = runs.filter(({ kind }) => kind !== 'refresh');
  const done = others.reduce((sum, run) => sum + run.done, 0);
  const total = others.reduce((sum, run) => sum + run.total, 0);
  const key = others.every(isHeldUp) ? 'waiting' : 'runs';
  const counted = `${t(`common:status.${key}`, { count: others.length })}${total > 0 ? ` · ${format.percent(done / total)}` : ''}`;
  if (refresh === undefined) {
    if (others.length === 0) return null;
    return (
      <button type="button" className={className} data-tone="info" onClick={() => go('activity')}>
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
        onClick={() => (others.length === 0 ? go('activity', { runId }) : go('activity'))}
      >
        <IconOf size={14} aria-hidden />
        {/* The item beside it already says that everything is paused. */}
        {textOf(refresh.waitingFor === 'pause' ? { ...refresh, waitingFor: null } : refresh)}
        {others.length === 0 ? '' : ` · ${counted}`}
      </button>
    </Tooltip>
  );
};
