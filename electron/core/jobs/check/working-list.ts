import { findList, MAX_TITLE, type NewList } from '#core/catalogue/lists/list-repository.ts';
import { plainRecipe, storeOwnList } from '#core/catalogue/lists/own-list.ts';
import type { CommonDeps } from '#core/context.ts';
import { textsOf } from '#core/platform/text/texts.ts';
import { WORKING } from '#shared/domain/check.ts';
import { DeskError } from '#shared/result.ts';
import { checkLinePages, countCheckLines, noCounts } from './check-lines.ts';
import { type CheckRun, checkedLineAt, DEDICATED_FORMAT, type ProxySources } from './checked-proxies.ts';

/** Makes a new list of the working proxies of a check. The checked list stays unchanged. Throws `conflict`. */
export const storeWorkingList = async (
  context: CommonDeps<'clock' | 'language'> & ProxySources,
  run: CheckRun,
  fastOnly: boolean,
): Promise<{ readonly listId: number; readonly lines: number }> => {
  const { clock, db } = context;
  const t = textsOf(context.language);
  const { id: runId, accountId, params, targetId } = run;
  const only = fastOnly ? ['alive'] : [...WORKING];
  const counts = countCheckLines(db, runId);
  const count = fastOnly ? counts.alive : counts.alive + counts.slow;
  if (count === 0) throw new DeskError('conflict', 'None of the checked proxies works.', { code: 'check-none-work' });
  const source = params.kind === 'check-list' ? findList(db, accountId, targetId ?? 0) : null;
  const titleOf = (of: string): string => t('checks:workingTitle', { of }).slice(0, MAX_TITLE);
  const list: NewList =
    source === null
      ? {
          accountId,
          clientId: null,
          clientName: '',
          clientKey: '',
          title: titleOf(t('files:proxies')),
          recipe: plainRecipe(DEDICATED_FORMAT, count),
        }
      : {
          accountId,
          clientId: source.clientId,
          clientName: source.clientName,
          clientKey: source.clientKey,
          title: titleOf(source.title),
          recipe: { ...source.recipe, quantity: count },
        };
  const variant = params.kind === 'check-list' ? params.variant : 'domain';

  async function* pieces() {
    for (const found of checkLinePages(db, runId, only)) {
      const read = await Promise.all(found.map((line) => checkedLineAt(context, run, line)));
      const known = read.filter((line) => line !== undefined);
      yield { domain: variant === 'domain' ? known : [], ip: variant === 'ip' ? known : [] };
    }
  }
  const listId = await storeOwnList(db, {
    list,
    pieces: pieces(),
    at: clock.now(),
    lastCheck: {
      runId: null,
      at: run.finishedAt ?? clock.now(),
      counts: { ...noCounts(), alive: counts.alive, slow: fastOnly ? 0 : counts.slow },
    },
  });
  return { listId, lines: findList(db, accountId, listId).lineCount };
};
