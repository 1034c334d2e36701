import type { Database } from '#core/platform/sqlite/database.ts';
import type { ListCheck } from '#shared/contract/last-check.ts';
import type { HostVariant, ListIssue, ListRecipe } from '#shared/contract/lists.ts';
import type { FormatId } from '#shared/domain/limits.ts';
import { createCollector } from './collect-lines.ts';
import { appendToList, finishList, insertList, type NewList, setLastCheck } from './list-repository.ts';

/** Returns a recipe for lines that were not generated: it only contains their format. */
export const plainRecipe = (formatId: FormatId, quantity: number): ListRecipe => ({
  poolType: null,
  countries: [],
  states: [],
  cities: [],
  zipcodes: [],
  asns: [],
  protocol: 'http',
  rotation: { type: 'rotating' },
  anonymous: false,
  quantity,
  formatId,
});

interface OwnList {
  readonly list: NewList;
  /** The lines in pieces, of both variants or of one. */
  readonly pieces:
    | AsyncIterable<Readonly<Record<HostVariant, readonly string[]>>>
    | Iterable<Readonly<Record<HostVariant, readonly string[]>>>;
  /** Issues to report in addition to those found in the lines. */
  readonly issues?: readonly ListIssue[];
  readonly lastCheck?: ListCheck;
  /** ms since the epoch, UTC. */
  readonly at: number;
}

/** Issues that only an answer of the service can have. */
const OF_ANSWERS: ReadonlySet<ListIssue['code']> = new Set(['count', 'variant-missing', 'layout']);

/** Stores a list that was not generated. After a crash in between, the next start marks it as incomplete. */
export const storeOwnList = async (db: Database, own: OwnList): Promise<number> => {
  const { list, pieces, issues = [], lastCheck, at } = own;
  const listId = insertList(db, list, at);
  const collector = createCollector(list.recipe.formatId);
  let chunk = 0;
  for await (const { domain, ip } of pieces) {
    chunk += 1;
    const asked = Math.max(domain.length, ip.length);
    const found = await collector.add(chunk, asked, { domain: domain.join('\n'), ip: ip.join('\n') });
    const relevant = found.issues.filter(({ code }) => !OF_ANSWERS.has(code));
    await appendToList(db, listId, { ...found, issues: chunk === 1 ? [...relevant, ...issues] : relevant });
  }
  if (lastCheck !== undefined) setLastCheck(db, listId, lastCheck);
  finishList(db, listId, 'complete', null);
  return listId;
};
