import { useEffect, useState } from 'react';
import type { BulkPlanInput } from '#shared/contract/bulk.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { go } from '../../nav/router.ts';

export interface Planning {
  readonly busy: boolean;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly error: AppError | undefined;
  readonly plan: (input: BulkPlanInput) => Promise<void>;
  readonly stop: () => void;
}

const stop = (): void => void call('bulk.cancelPlan', {});

/** Makes the plan and shows it. Leaving the screen stops the planning. */
export const usePlan = (): Planning => {
  const { run, busy, error } = useAction('bulk.plan');
  const [progress, setProgress] = useState<Planning['progress']>(null);
  useDeskEvent('bulk.planning', setProgress);
  useEffect(() => stop, []);
  return {
    busy,
    progress,
    // Stopped by the user, who knows.
    error: error?.kind === 'cancelled' ? undefined : error,
    plan: async (input) => {
      setProgress(null);
      const result = await run(input);
      if (result.ok) go('bulk', { runId: result.value.id });
    },
    stop,
  };
};
