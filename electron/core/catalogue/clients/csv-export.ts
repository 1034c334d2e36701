import type { CsvRow } from '#core/platform/files/csv-file.ts';
import type { CsvTable } from '#core/platform/files/save-csv.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { ClientRow } from '#shared/contract/clients.ts';
import { joinTags } from '#shared/domain/client-fields.ts';
import { roublesCell } from '#shared/domain/csv-cells.ts';
import { CLIENT_FIELD_NAMES, MONEY_COLUMNS } from '#shared/domain/csv-columns.ts';
import type { Language } from '#shared/domain/language.ts';
import { clientRows } from './client-repository.ts';
import type { FileMoney } from './file-money.ts';

const ROWS = 200;

/** Returns the clients as a table that the import reads back without loss. */
export const clientsTable = (
  clientIds: readonly number[],
  language: Language,
  deps: { readonly accountId: string; readonly db: Database; readonly money: FileMoney },
): CsvTable => {
  const { accountId, db, money } = deps;
  const t = textsIn(language);
  const hasMoney = money.isInUse(accountId);
  const head = [...CLIENT_FIELD_NAMES, ...(hasMoney ? MONEY_COLUMNS : [])].map((name) => t(`fields:${name}`));
  const moneyOf = ({ id, owedKopecks }: ClientRow): CsvRow =>
    hasMoney ? [roublesCell(owedKopecks, language), money.prices(accountId, id)] : [];
  function* pages(): Generator<readonly CsvRow[]> {
    for (let from = 0; from < clientIds.length; from += ROWS) {
      const page = clientRows(db, accountId, clientIds.slice(from, from + ROWS));
      yield page.map((row) => [
        ...CLIENT_FIELD_NAMES.map((name) => (name === 'tags' ? joinTags(row.tags) : (row[name] ?? ''))),
        ...moneyOf(row),
      ]);
    }
  }
  return { head: [head], pages: pages() };
};
