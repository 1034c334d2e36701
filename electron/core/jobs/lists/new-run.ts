import { checkedRecipe } from '#core/catalogue/lists/new-list.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { ListsInput, ListsParams } from '#shared/contract/runs.ts';
import { templateProblem } from '#shared/domain/file-name.ts';
import { layoutProblems } from '#shared/domain/line-layout.ts';
import { invalidInput } from '#shared/result.ts';
import type { NewLine } from './lists-lines.ts';
import { targetClients, targetLists } from './targets.ts';

/**
 * Checks the input and returns the terms of the run without its clients or lists. Throws `invalid-input` that names
 * every field.
 */
export const checkedParams = (input: ListsInput): ListsParams => {
  const { output } = input;
  if (output.mode === 'files') {
    const problem = templateProblem(output.template);
    if (problem !== undefined) {
      throw invalidInput('The template of file names is not valid.', { field: 'template', ...problem });
    }
  }
  if (output.mode !== 'none' && output.layout !== undefined && 'layout' in output.layout) {
    const [problem] = layoutProblems(output.layout.layout);
    if (problem !== undefined) throw invalidInput('The layout cannot be used.', problem);
  }
  if (input.kind === 'export') {
    if (output.mode !== 'none') return { kind: 'export', output, formatId: input.formatId };
    throw invalidInput('The run needs an output for its lists.', { field: 'output', code: 'required' });
  }
  const { kind, skipWithoutTraffic } = input;
  return { kind, recipe: checkedRecipe(input.recipe), output, skipWithoutTraffic };
};

/** Returns the selection as fixed lines: the clients or lists, and those that are already known to be impossible. */
export const plannedLinesOf = async (
  db: Database,
  accountId: string,
  input: ListsInput,
  params: ListsParams,
): Promise<NewLine[]> => {
  const refused = (code: 'client-removed' | 'list-removed' | 'no-traffic', state: 'failed' | 'skipped') =>
    ({ state, problem: { code, words: '' } }) as const;
  const waiting = { state: 'waiting', problem: null } as const;
  if (input.kind === 'export') {
    const lists = await targetLists(db, accountId, input.listIds);
    return lists.map(({ listId, title, clientId, clientName, messengerId, clientKey }) => ({
      listId,
      listTitle: title,
      clientId,
      clientName,
      messengerId,
      clientKey,
      ...(listId === null ? refused('list-removed', 'failed') : waiting),
    }));
  }
  const clients = await targetClients(db, accountId, input.clientIds, input.recipe.poolType);
  const skips = params.kind === 'generate' && params.skipWithoutTraffic;
  return clients.map(({ clientId, name, messengerId, clientKey, trafficGb }) => ({
    clientId,
    clientName: name,
    messengerId,
    clientKey,
    listId: null,
    listTitle: '',
    ...(clientId === null
      ? refused('client-removed', 'failed')
      : skips && trafficGb !== null && trafficGb <= 0
        ? refused('no-traffic', 'skipped')
        : waiting),
  }));
};
