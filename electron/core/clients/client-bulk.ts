import { normaliseTags, tagProblems } from '#shared/domain/client-fields.ts';
import { DeskError } from '#shared/result.ts';
import { inSlices } from '../common/slices.ts';
import type { Emit } from '../handlers.ts';
import type { Clock } from '../ports.ts';
import type { Database } from '../storage/database.ts';
import type { ClientRepository } from './client-repository.ts';

/** Rows per transaction: each holds the process for some 10 ms at most. */
const ROWS = 150;
/** Rows whose search text changes cost their trigrams as well. */
const INDEXED_ROWS = 60;
/** The undo group of those that cannot be undone any more. */
const PURGED = -1;
/** What is known of a client beside its purchases, lists and proxies. */
const KNOWN = [
  'client_texts',
  'client_tags',
  'traffic_balances',
  'whitelist_reads',
  'whitelist_ips',
  'sub_user_passwords',
  'vpn_reads',
  'vpn_subscriptions',
] as const;
/** More changed clients than this are told as "many". */
const NAMED = 200;

export interface ClientBulk {
  setArchived(accountId: string, clientIds: readonly number[], archived: boolean): Promise<number>;
  remove(accountId: string, clientIds: readonly number[]): Promise<{ count: number; undoId: number }>;
  undoRemove(accountId: string, undoId: number): Promise<number>;
  /** Throws `invalid-input` for a tag that cannot be one. */
  tag(
    accountId: string,
    clientIds: readonly number[],
    add: readonly string[],
    remove: readonly string[],
  ): Promise<number>;
  /**
   * Ends the time in which a removal can be undone; for start-up, before anything can be removed. A client that things
   * were bought or generated for stays as a hidden row, so that the ledger knows whose they were and the pair can be
   * added again with its history; what else is known of it is deleted.
   */
  purgeRemoved(): Promise<void>;
}

export const createClientBulk = (deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly repository: ClientRepository;
}): ClientBulk => {
  const { db, clock, emit, repository } = deps;
  let lastUndoId = 0;

  const changed = (clientIds: readonly number[]): void =>
    emit('clients.changed', { clientIds: clientIds.length > NAMED ? null : [...clientIds] });

  const update = async (clientIds: readonly number[], sql: string, ...params: (string | number)[]): Promise<number> => {
    let count = 0;
    // In the order of the table, neighbours share their pages.
    const inOrder = clientIds.toSorted((a, b) => a - b);
    await inSlices(inOrder, ROWS, (piece) => {
      db.transaction(() => {
        for (const id of piece) count += db.run(sql, ...params, id).changes;
      });
    });
    if (count > 0) changed(clientIds);
    return count;
  };

  /** Never one that was used, in this run or before it: an old toast must not bring back another group. */
  const nextUndoId = (accountId: string): number => {
    const stored = db.get<{ top: number | null }>(
      'SELECT max(removed) AS top FROM clients WHERE account_id = ?',
      accountId,
    );
    lastUndoId = Math.max(lastUndoId, stored?.top ?? 0) + 1;
    return lastUndoId;
  };

  const idsWhere = (sql: string, ...params: (string | number)[]): number[] =>
    db.all<{ id: number }>(`SELECT id FROM clients WHERE ${sql}`, ...params).map((row) => row.id);

  const retag = (accountId: string, id: number, add: readonly string[], gone: ReadonlySet<string>): boolean => {
    const client = repository.stored(accountId, id);
    if (client === undefined) return false;
    const tags = normaliseTags([...client.tags.filter((tag) => !gone.has(tag.toLowerCase())), ...add]);
    if (tags.length === client.tags.length && tags.every((tag) => client.tags.includes(tag))) return false;
    const problems = tagProblems(tags);
    if (problems.length > 0) throw new DeskError('invalid-input', 'A client would have too many tags.', { problems });
    repository.write(id, { ...client, tags }, clock.now());
    return true;
  };

  const purge = (id: number): void => {
    // Added again since the purge began.
    if (db.get('SELECT 1 FROM clients WHERE id = ? AND removed > 0', id) === undefined) return;
    if (!repository.hasHistory(id)) {
      db.run('DELETE FROM clients WHERE id = ?', id);
      return;
    }
    for (const table of KNOWN) db.run(`DELETE FROM ${table} WHERE client_id = ?`, id);
    db.run("INSERT INTO client_texts (client_id, search_text) VALUES (?, '')", id);
    db.run(
      `UPDATE clients SET note = '', traffic_gb = NULL, traffic_as_of = NULL, vpn_active = NULL, vpn_total = NULL,
         vpn_as_of = NULL, next_expiry = NULL, removed = ? WHERE id = ?`,
      PURGED,
      id,
    );
  };

  return {
    setArchived: (accountId, clientIds, archived) =>
      update(
        clientIds,
        'UPDATE clients SET archived = ?, updated_at = ? WHERE account_id = ? AND removed = 0 AND archived <> ? AND id = ?',
        archived ? 1 : 0,
        clock.now(),
        accountId,
        archived ? 1 : 0,
      ),
    remove: async (accountId, clientIds) => {
      const undoId = nextUndoId(accountId);
      const count = await update(
        clientIds,
        'UPDATE clients SET removed = ? WHERE account_id = ? AND removed = 0 AND id = ?',
        undoId,
        accountId,
      );
      return { count, undoId };
    },
    undoRemove: (accountId, undoId) =>
      update(
        idsWhere('account_id = ? AND removed = ?', accountId, undoId),
        'UPDATE clients SET removed = 0 WHERE account_id = ? AND removed = ? AND id = ?',
        accountId,
        undoId,
      ),
    tag: async (accountId, clientIds, add, remove) => {
      const added = normaliseTags(add);
      const problems = tagProblems(added);
      if (problems.length > 0) throw new DeskError('invalid-input', 'A tag is not right.', { problems });
      const gone = new Set(remove.map((tag) => tag.toLowerCase()));
      let count = 0;
      try {
        await inSlices(clientIds, INDEXED_ROWS, (piece) => {
          db.transaction(() => {
            for (const id of piece) if (retag(accountId, id, added, gone)) count += 1;
            repository.tidyIndex();
          });
        });
      } finally {
        changed(clientIds);
      }
      return count;
    },
    purgeRemoved: async () => {
      await inSlices(idsWhere('account_id IN (SELECT id FROM accounts) AND removed > 0'), INDEXED_ROWS, (piece) => {
        db.transaction(() => {
          for (const id of piece) purge(id);
          repository.tidyIndex();
        });
      });
    },
  };
};
