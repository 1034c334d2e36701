import type { CommonDeps } from '#core/context.ts';
import { createList, type List, type ListDeclaration, tieBreakId } from '#core/platform/sqlite/list.ts';
import { among, type Sql, sql } from '#core/platform/sqlite/sql.ts';
import { clientsWith } from '#core/platform/sqlite/text-grams.ts';
import type { ClientFilter, ClientRow, ClientSort } from '#shared/contract/clients.ts';
import { enabledStages } from '#shared/domain/alert-stages.ts';
import { CLIENT_TEXT_NAMES } from '#shared/domain/client-fields.ts';
import { CLIENT_SORTS } from '#shared/domain/client-list.ts';
import { type ClientNeedSettings, dependsOnTime, needContext, needsOf } from './client-needs.ts';
import { clientRows } from './client-repository.ts';

const MINUTE = 60_000;

/** Texts are sorted in folded form, everything else by the column of the same name. */
const columnOf = (by: ClientSort['by']): string => {
  if (by === 'clientKey') return 'key_sort';
  const isText = CLIENT_TEXT_NAMES.some((name) => name === by);
  return isText ? `${by}_sort` : by.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
};

const SORTS = Object.fromEntries(
  CLIENT_SORTS.map((by) => [by, tieBreakId(columnOf(by), { nullable: true })]),
) as ListDeclaration<ClientRow, ClientFilter, ClientSort['by']>['sorts'];

interface Deps extends CommonDeps<'db' | 'clock'> {
  readonly settings: () => ClientNeedSettings;
}

/** Returns the parts of a filter that select clients with the chosen tags. */
const taggedClients = ({ tags, tagsMatch }: ClientFilter, accountId: string): readonly Sql[] => {
  if (tags.length === 0) return [];
  const groups = tagsMatch === 'any' ? [tags] : tags.map((tag) => [tag]);
  return groups.map(
    (group) => sql`SELECT client_id AS id FROM client_tags WHERE account_id = ${accountId} AND tag IN ${among(group)}`,
  );
};

export type ClientList = List<ClientRow, ClientFilter, ClientSort['by']>;

/** Creates the list of clients with its sorts, its search and its filters. */
export const createClientList = ({ db, clock, settings }: Deps): ClientList =>
  createList(db, {
    table: 'clients',
    scope: (accountId, { archived }) => sql`account_id = ${accountId} AND removed = 0 AND archived = ${archived}`,
    sorts: SORTS,
    matchesWords: (words) => [clientsWith(words)],
    filters: (filter, accountId) => [
      ...taggedClients(filter, accountId),
      ...needsOf(filter, needContext(accountId, clock.now(), settings())),
    ],
    dependsOn: (filter) => {
      const minute = dependsOnTime(filter) ? Math.floor(clock.now() / MINUTE) : 0;
      const stages = filter.paidUntil === 'due' ? [...enabledStages(settings())] : [];
      return [settings().lowTrafficGb, ...stages, minute].join(' ');
    },
    rows: (accountId, ids) => clientRows(db, accountId, ids),
  });

/** Returns the client without the debt. */
export const withoutDebt = (row: ClientRow): ClientRow => ({ ...row, owedKopecks: null, dueDay: null });

/**
 * Returns the list of clients as a computer shows it that shows nothing about selling (docs/shared-desk.md#rights): without
 * debts, not ordered by them, and with nobody who owes something.
 */
export const hideDebts = (list: ClientList, areDebtsShown: (accountId: string) => boolean): ClientList => {
  type Question = Parameters<ClientList['ids']>[1];
  const asked = <Q extends Question>(question: Q): Q =>
    question.sort.by === 'owedKopecks' ? { ...question, sort: { ...question.sort, by: 'name' } } : question;
  const withoutDebts: ClientList = {
    ids: (accountId, question) => (question.filter.owes ? [] : list.ids(accountId, asked(question))),
    page: (accountId, question) => {
      if (question.filter.owes) return { total: 0, rows: [] };
      const { total, rows } = list.page(accountId, asked(question));
      return { total, rows: rows.map(withoutDebt) };
    },
    rows: (accountId, ids) => list.rows(accountId, ids).map(withoutDebt),
    inOrder: (accountId, question, found) =>
      question.filter.owes ? [] : list.inOrder(accountId, asked(question), found),
  };
  const listOf = (accountId: string): ClientList => (areDebtsShown(accountId) ? list : withoutDebts);
  return {
    ids: (accountId, question) => listOf(accountId).ids(accountId, question),
    page: (accountId, question) => listOf(accountId).page(accountId, question),
    rows: (accountId, ids) => listOf(accountId).rows(accountId, ids),
    inOrder: (accountId, question, found) => listOf(accountId).inOrder(accountId, question, found),
  };
};
