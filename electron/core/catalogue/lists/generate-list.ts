import { isInterruption, type RunContext } from '#core/engine/run-engine.ts';
import type { RunEnd } from '#core/engine/run-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { toStoredError } from '#core/platform/text/stored-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { WireClient } from '#core/service/api/call.ts';
import type { ListState, Recipe } from '#shared/contract/lists.ts';
import { createCollector } from './collect-lines.ts';
import { appendToList, finishList, hasListLines } from './list-repository.ts';

interface GenerateOrder {
  readonly listId: number;
  readonly client: WireClient;
  readonly recipe: Recipe;
  /** The number of lines per request. */
  readonly chunkSize: number;
  /** The client of the list's own account, even if another desk is opened meanwhile. */
  readonly api: ApiClient;
  /** Whether the list is one of many, so that nobody waits for its first lines. */
  readonly inBackground?: boolean;
}

/**
 * Requests the list in chunks (docs/api.md#generating-a-list) and stores each one as it arrives. However it ends
 * (cancel, error, app closed), the lines that arrived are kept, and writing the end marks the list as incomplete.
 */
export const generateList = async (
  order: GenerateOrder,
  { signal, progress }: Pick<RunContext, 'signal' | 'progress'>,
  db: Database,
): Promise<RunEnd> => {
  const { listId, client, recipe, chunkSize, api, inBackground = false } = order;
  const collector = createCollector(recipe.formatId);

  const end = (state: ListState, outcome: RunEnd): RunEnd => ({
    ...outcome,
    alsoWrite: () => finishList(db, listId, state, outcome.error),
  });

  try {
    const chunks = Math.ceil(recipe.quantity / chunkSize);
    for (let chunk = 1; chunk <= chunks; chunk += 1) {
      const asked = Math.min(chunkSize, recipe.quantity - (chunk - 1) * chunkSize);
      // The user waits for the first lines; the rest has lower priority than other requests.
      const priority = chunk === 1 && !inBackground ? 'interactive' : 'background';
      const request = { client, recipe: { ...recipe, quantity: asked } };
      const { value } = await api.call('premium.proxies.generate', request, { signal, priority });
      const answer = await collector.add(chunk, asked, value);
      await appendToList(db, listId, answer);
      progress(Math.min(chunk * chunkSize, recipe.quantity));
      if (chunk < chunks) signal.throwIfAborted();
    }
    return end('complete', { state: 'done', error: null });
  } catch (error) {
    if (signal.aborted) {
      const reason = toStoredError(signal.reason);
      if (!isInterruption(signal.reason)) return end('cancelled', { state: 'cancelled', error: null });
      return end(hasListLines(db, listId) ? 'partial' : 'failed', { state: 'interrupted', error: reason });
    }
    const kept = toStoredError(error);
    const state = hasListLines(db, listId) ? 'partial' : 'failed';
    return end(state, { state, error: kept });
  }
};
