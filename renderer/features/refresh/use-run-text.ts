import { useTranslation } from 'react-i18next';
import type { RefreshRun } from '#shared/contract/refresh.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** How a run stands, in one line, and whether that is worth a look. */
export const useRunText = (): ((run: RefreshRun) => string) => {
  const { t } = useTranslation('refresh');
  const format = useFormat();
  return (run) => {
    // At the end those that failed are told below, and are none that were refreshed.
    const done = run.state === 'done' ? run.done : run.done + run.failed;
    const count = `${format.number(done)} / ${format.number(run.total)}`;
    if (run.state !== 'running') return t(`states.${run.state}`, { count });
    if (run.waitingFor !== null) return t(`waiting.${run.waitingFor}`, { count });
    if (run.timeLeftMs === null) return t('states.running', { count });
    return t('left', { count, time: format.duration(run.timeLeftMs) });
  };
};
