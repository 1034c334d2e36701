import type { EventName, EventPayload } from '#shared/contract/index.ts';
import type { Result } from '#shared/result.ts';
import { subscribe } from './desk.ts';
import { registerRetry } from './unhandled-errors.ts';

/**
 * Passes on what the core holds now, and then every change. A change that arrives before the first answer is newer than
 * that answer, which is then dropped. The promise resolves with the first answer. `null` (there never was a value) and
 * a failure leave the state as it is; a failure appears in a message that offers to try again. With `known`, an answer
 * that is already there, nothing is asked.
 */
export const follow = async <N extends EventName>(
  event: N,
  ask: () => Promise<Result<EventPayload<N> | null>>,
  set: (value: EventPayload<N>) => void,
  known?: EventPayload<N>,
): Promise<void> => {
  let isChanged = false;
  if (known !== undefined) set(known);
  subscribe(event, (value) => {
    isChanged = true;
    set(value);
  });
  const askAndSet = async (): Promise<void> => {
    const result = await ask();
    if (!result.ok) registerRetry(result.error, () => void askAndSet());
    else if (result.value !== null && !isChanged) set(result.value);
  };
  if (known === undefined) await askAndSet();
};
