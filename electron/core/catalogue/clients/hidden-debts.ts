import type { ClientRow } from '#shared/contract/clients.ts';
import type { ClientList } from './client-list.ts';

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
  return {
    ids: (accountId, question) => {
      if (areDebtsShown(accountId)) return list.ids(accountId, question);
      return question.filter.owes ? [] : list.ids(accountId, asked(question));
    },
    page: (accountId, question) => {
      if (areDebtsShown(accountId)) return list.page(accountId, question);
      if (question.filter.owes) return { total: 0, rows: [] };
      const { total, rows } = list.page(accountId, asked(question));
      return { total, rows: rows.map(withoutDebt) };
    },
    rows: (accountId, ids) => {
      const rows = list.rows(accountId, ids);
      return areDebtsShown(accountId) ? rows : rows.map(withoutDebt);
    },
    inOrder: (accountId, question, found) => {
      if (areDebtsShown(accountId)) return list.inOrder(accountId, question, found);
      return question.filter.owes ? [] : list.inOrder(accountId, asked(question), found);
    },
  };
};
