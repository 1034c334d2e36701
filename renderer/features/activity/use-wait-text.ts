import { useTranslation } from 'react-i18next';
import type { Run } from '#shared/contract/runs.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** It is under way, and does not move. */
export const isHeldUp = ({ waitingFor }: Run): boolean => waitingFor !== null && waitingFor !== 'plan';

/** For what a run waits, in a sentence; `undefined` while it moves. */
export const useWaitText = (): ((run: Run) => string | undefined) => {
  const { t } = useTranslation('runs');
  const format = useFormat();
  return ({ waitingFor, waitsUntil }) => {
    if (waitingFor === null || waitingFor === 'plan') return undefined;
    return t(`waits.${waitingFor}`, { moment: waitsUntil === null ? '' : format.time(waitsUntil) });
  };
};
