import { isInterruption, type RunContext } from '#core/engine/run-engine.ts';
import type { RunEnd } from '#core/engine/run-repository.ts';
import { sqliteCode, storageError } from '#core/platform/sqlite/sqlite-errors.ts';
import { toKeptError } from '#core/platform/text/kept-error.ts';
import type { ApiClient } from '#core/service/api/api-client.ts';
import type { WireClient } from '#core/service/api/call.ts';
import type { ListState, Recipe } from '#shared/contract/lists.ts';
import { createCollector } from './collect-lines.ts';
import type { ListRepository } from './list-repository.ts';

interface GenerateOrder {
  readonly listId: number;
  readonly client: WireClient;
  readonly recipe: Recipe;
  /** Lines asked for in one request. */
  readonly chunkSize: number;
  /** Of the account the list belongs to, even if another desk is opened meanwhile. */
  readonly api: ApiClient;
  /** Nobody waits for its first lines: it is one of many. */
  readonly inBackground?: boolean;
}

interface GenerateDeps {
  readonly lists: ListRepository;
  readonly onChange: (listId: number, ended: boolean) => void;
}

/**
 * Asks for the list in chunks and stores each as it comes. However it ends (cancel, fault, app closed), what has come
 * is kept and the list says that it is not whole.
 */
export const generateList = async (
  order: GenerateOrder,
  { signal, progress }: Pick<RunContext, 'signal' | 'progress'>,
  { lists, onChange }: GenerateDeps,
): Promise<RunEnd> => {
  const { listId, client, recipe, chunkSize, api, inBackground = false } = order;
  const collector = createCollector(recipe.formatId);

  const end = (state: ListState, outcome: RunEnd): RunEnd => {
    lists.finish(listId, state, outcome.error);
    onChange(listId, true);
    return outcome;
  };

  try {
    const chunks = Math.ceil(recipe.quantity / chunkSize);
    for (let chunk = 1; chunk <= chunks; chunk += 1) {
      const asked = Math.min(chunkSize, recipe.quantity - (chunk - 1) * chunkSize);
      // The user waits for the first lines; the rest lets other requests pass.
      const priority = chunk === 1 && !inBackground ? 'interactive' : 'background';
      const request = { client, recipe: { ...recipe, quantity: asked } };
      const { value } = await api.call('premium.proxies.generate', request, { signal, priority });
      const answer = await collector.add(chunk, asked, value);
      await lists.append(listId, answer);
      progress(Math.min(chunk * chunkSize, recipe.quantity));
      onChange(listId, false);
      if (chunk < chunks) signal.throwIfAborted();
    }
    return end('complete', { state: 'done', error: null });
  } catch (error) {
    if (signal.aborted) {
      const reason = toKeptError(signal.reason);
      if (!isInterruption(signal.reason)) return end('cancelled', { state: 'cancelled', error: null });
      return end(lists.hasLines(listId) ? 'partial' : 'failed', { state: 'interrupted', error: reason });
    }
    const kept = toKeptError(sqliteCode(error) === null ? error : storageError(error));
    const state = lists.hasLines(listId) ? 'partial' : 'failed';
    return end(state, { state, error: kept });
  }
};
