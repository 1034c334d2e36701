import type { EventName, EventPayload } from '#shared/contract/index.ts';
import type { Result } from '#shared/result.ts';
import { subscribe } from './desk.ts';

/**
 * What the core holds now, then every change of it. A change that comes while the first answer is on its way is newer
 * than that answer, which is then dropped. Ready when the answer is there; a failed one, and `null` for what there never
 * was, leave things as they are.
 */
export const follow = async <N extends EventName>(
  event: N,
  ask: () => Promise<Result<EventPayload<N> | null>>,
  set: (value: EventPayload<N>) => void,
): Promise<void> => {
  let isChanged = false;
  subscribe(event, (value) => {
    isChanged = true;
    set(value);
  });
  const result = await ask();
  if (result.ok && result.value !== null && !isChanged) set(result.value);
};
