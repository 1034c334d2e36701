import { useTranslation } from 'react-i18next';
import type { Run } from '#shared/contract/runs.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** The run has started but cannot proceed. */
export const isHeldUp = ({ waitingFor }: Run): boolean => waitingFor !== null && waitingFor !== 'plan';

/** A sentence about what a run waits for; `undefined` while it proceeds. */
export const useWaitText = (): ((run: Run) => string | undefined) => {
  const { t } = useTranslation('runs');
  const format = useFormat();
  return ({ waitingFor, waitsUntil }) => {
    if (waitingFor === null || waitingFor === 'plan') return undefined;
    return t(`waits.${waitingFor}`, { moment: waitsUntil === null ? '' : format.time(waitsUntil) });
  };
};
