import { useTranslation } from 'react-i18next';
import type { Run } from '#shared/contract/runs.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** The state of a refresh in one line. */
export const useRunText = (): ((run: Run) => string) => {
  const { t } = useTranslation('refresh');
  const format = useFormat();
  return (run) => {
    // After the end, the clients that failed are listed below and do not count as refreshed.
    const isOver = run.state === 'done' || run.state === 'partial';
    const progress = `${format.number(isOver ? run.done - run.failed : run.done)} / ${format.number(run.total)}`;
    if (run.waitingFor !== null && run.waitingFor !== 'turn') return t(`waiting.${run.waitingFor}`, { progress });
    if (run.state === 'running' && run.timeLeftMs !== null) {
      return t('left', { progress, time: format.duration(run.timeLeftMs) });
    }
    return t(`states.${run.state}`, { progress });
  };
};
