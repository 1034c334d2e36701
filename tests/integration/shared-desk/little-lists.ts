import {
  addCheckedList,
  noteListCheckBegun,
  removeCheckedList,
  setLineMarks,
} from '#core/catalogue/lists/checked-lists.ts';
import { createCollector } from '#core/catalogue/lists/collect-lines.ts';
import {
  appendToList,
  bringBackLists,
  endUnfinishedLists,
  findAnyList,
  finishList,
  insertList,
  markListsRemoved,
  proxyLists,
  purgeListPiece,
  renameList,
  setLastCheck,
} from '#core/catalogue/lists/list-repository.ts';
import { packOldLists } from '#core/catalogue/lists/pack-old-lists.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { storedTextUpTo } from '#core/platform/text/stored-lines.ts';
import type { ListState } from '#shared/contract/lists.ts';
import { CHECK_STATES, type CheckState } from '#shared/domain/check.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { RECIPE } from '../../support/recipe.ts';

/** The lines of one answer of the service, each repeated as the storage in pieces needs it. */
export interface Answer {
  readonly domain: readonly string[];
  readonly ip: readonly string[];
}

const ALL = 'SELECT id FROM lists WHERE account_id = ? AND removed = 0';

/** The actions of a user with lists. `at` chooses one of the existing lists. */
export const createLittleLists = (db: Database, clock: FakeClock) => {
  /** Removals of this session of the app, which can be undone. */
  const undoable = new Map<number, number>();
  let generated = 0;

  const one = (at: number): number | undefined => {
    const ids = db.all<{ id: number }>(`${ALL} ORDER BY created_at, digest, id`, 'a').map(({ id }) => id);
    return ids[at % Math.max(1, ids.length)];
  };
  const answers = async (listId: number, all: readonly Answer[]): Promise<void> => {
    const collector = createCollector(RECIPE.formatId);
    for (const [index, { domain, ip }] of all.entries()) {
      const asked = Math.max(domain.length, ip.length);
      const texts = { domain: domain.join('\n'), ip: ip.join('\n') };
      await appendToList(db, listId, await collector.add(index + 1, asked, texts));
    }
  };
  const begin = (clientId: number | null, clientKey: string): number =>
    insertList(
      db,
      { accountId: 'a', clientId, clientName: '', clientKey, title: `${clientKey} · DE`, recipe: RECIPE },
      clock.now(),
    );
  /** Makes lines that no list had before. */
  const fresh = (count: number): Answer => {
    generated += count;
    const lines = (host: string) =>
      Array.from({ length: count }, (_, at) => `${host}:8080:u-${clock.now()}-${generated}-${at}:secret-of-a-line`);
    return { domain: lines('gw.example.com'), ip: lines('192.0.2.1') };
  };
  const lines = (listId: number, variant: string): string =>
    db
      .all<{ lines: Uint8Array }>(
        'SELECT lines FROM list_chunks WHERE list_id = ? AND variant = ? ORDER BY first_line',
        listId,
        variant,
      )
      .map((chunk) => storedTextUpTo(chunk.lines, 2 ** 30))
      .join('');

  let removal = 0;
  const removeOne = (listId: number): number => {
    removal += 1;
    markListsRemoved(db, 'a', [listId], { removal, at: clock.now() });
    return removal;
  };
  const removedIds = () => db.values<number>('SELECT id FROM lists WHERE removed <> 0');

  return {
    /** Makes a list that is finished. `all` holds its answers. */
    make: async (clientId: number | null, clientKey: string, all: readonly Answer[], state: ListState = 'complete') => {
      const listId = begin(clientId, clientKey);
      await answers(listId, all);
      finishList(db, listId, state, null);
      return listId;
    },
    fresh,
    /** Begins a list that stays unfinished. */
    begin: async (clientKey: string) => answers(begin(null, clientKey), [fresh(2)]),
    /** Ends unfinished lists as the next start of the app would. */
    endLeftovers: () => endUnfinishedLists(db, { kind: 'cancelled', message: 'The app was closed.' }),
    rename: (at: number, title: string) => {
      const listId = one(at);
      if (listId !== undefined) renameList(db, 'a', listId, title);
    },
    check: (at: number, alive: number) => {
      const listId = one(at);
      const counts = Object.fromEntries(CHECK_STATES.map((state) => [state, 0])) as Record<CheckState, number>;
      if (listId !== undefined) setLastCheck(db, listId, { runId: 7, at: clock.now(), counts: { ...counts, alive } });
    },
    /** Puts a list on the schedule of checks, or takes it off. */
    choose: (at: number, isChosen: boolean) => {
      const listId = one(at);
      const now = clock.now();
      if (listId === undefined) return;
      if (isChosen) addCheckedList(db, 'a', listId, { chosenAt: now, countsFrom: now });
      else removeCheckedList(db, 'a', listId);
    },
    /** Stores the marks of a scheduled check of a list. */
    mark: (at: number, marks: string) => {
      const listId = one(at);
      if (listId === undefined) return;
      noteListCheckBegun(db, listId, null, clock.now());
      setLineMarks(
        db,
        listId,
        { marks, stopped: [...marks].filter((mark) => mark === 's').length, isNews: true },
        clock.now(),
      );
    },
    remove: (at: number) => {
      const listId = one(at);
      if (listId !== undefined) undoable.set(listId, removeOne(listId));
    },
    undo: () => {
      for (const group of undoable.values()) bringBackLists(db, 'a', group);
      undoable.clear();
    },
    /** Deletes some of the removed lists, as if their days in the trash were over. */
    purgeSome: () => {
      undoable.clear();
      for (const listId of removedIds()) purgeListPiece(db, listId);
    },
    purge: () => {
      undoable.clear();
      for (const listId of removedIds()) while (purgeListPiece(db, listId) > 0);
    },
    packOld: () => packOldLists({ db, clock, closing: new AbortController().signal }),
    search: (search: string) =>
      proxyLists(db).page('a', { filter: { search }, sort: { by: 'created', direction: 'desc' }, offset: 0, limit: 9 })
        .rows,
    find: (at: number) => findAnyList(db, 'a', one(at) ?? 0),
    /** Returns what all computers must have in common, for all lists except growing ones. */
    dump: () =>
      db
        .all<{ id: number; state: string }>(
          `SELECT l.id, l.state, l.created_at, l.client_key, l.client_sort, l.title, l.title_sort, l.search_text, l.recipe_json,
             l.line_count, l.domain_lines, l.ip_lines, l.domain_convertible, l.ip_convertible, l.duplicates, l.issues_json,
             l.issue_count, l.error_json, l.missing_lines, l.digest, c.client_key AS owner,
             json_remove(l.last_check_json, '$.runId') AS last_check
           FROM lists l LEFT JOIN clients c ON c.id = l.client_id
           WHERE l.removed = 0 AND l.state <> 'running' ORDER BY l.created_at, l.digest, l.id`,
        )
        .map(({ id, ...row }) => ({
          ...row,
          domain: lines(id, 'domain'),
          ip: lines(id, 'ip'),
          chosen: db
            .all('SELECT chosen_at, counts_from, marks, stopped, stopped_at FROM checked_lists WHERE list_id = ?', id)
            .map((chosen) => ({ ...(chosen as object) })),
        })),
  };
};
