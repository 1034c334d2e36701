import type { EventName, EventPayload } from '#shared/contract/index.ts';
import type { Result } from '#shared/result.ts';
import { subscribe } from './desk.ts';
import { registerRetry } from './unhandled-errors.ts';

/**
 * What the core holds now, then every change of it. A change that comes while the first answer is on its way is newer
 * than that answer, which is then dropped. Ready when the answer is there; `null` for what there never was leaves things as
 * they are, and so does a failed one, which is told in a message that offers to ask again. `known`, an answer that is there
 * already, is set at once, and nothing is asked.
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
