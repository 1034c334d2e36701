import { lineMarksOf, setLineMarks } from '#core/catalogue/lists/checked-lists.ts';
import { readList } from '#core/catalogue/lists/list-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { CHECKED_LISTS, checkedLines, checkedVariant, markLines } from '#shared/domain/checked-lists.ts';
import { checkLinePages, type StoredCheckLine } from './check-lines.ts';
import type { CheckRun } from './checked-proxies.ts';

function* linesOf(db: Database, runId: number): Generator<StoredCheckLine> {
  for (const page of checkLinePages(db, runId)) yield* page;
}

/**
 * Notes which proxies of a list on the schedule work and which have stopped, after a check is done. A check of the other
 * variant, or with another protocol than the list's own, says nothing about them. `at` in ms since the epoch, UTC.
 */
export const markCheckedList = (db: Database, { id: runId, params, targetId }: CheckRun, at: number): void => {
  if (params.kind !== 'check-list' || targetId === null) return;
  const before = lineMarksOf(db, targetId);
  const list = before === undefined ? undefined : readList(db, targetId);
  if (before === undefined || list === undefined || checkedLines(list) > CHECKED_LISTS.lines) return;
  const isOwn = params.protocol === 'own' || params.protocol === list.recipe.protocol;
  if (!isOwn || params.variant !== checkedVariant(list)) return;
  setLineMarks(db, targetId, markLines(before, linesOf(db, runId)), at);
};
