import type { CommonDeps } from '#core/context.ts';
import { assertSalesShown } from '#core/money/rights/computer-rights.ts';
import { createDebtList } from '#core/money/sales/debt-list.ts';
import { areSalesShown } from '#core/money/sales/in-use.ts';
import { receivedPayments } from '#core/money/sales/received-payments.ts';
import type { CsvRow } from '#core/platform/files/csv-file.ts';
import { type CsvTable, saveCsv } from '#core/platform/files/save-csv.ts';
import { createSavedFiles } from '#core/platform/files/saved-files.ts';
import type { FreshAnswers } from '#core/platform/sqlite/fresh-answers.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { textsIn } from '#core/platform/text/texts.ts';
import type { Purchase, PurchaseFilter } from '#shared/contract/purchases.ts';
import type { Language } from '#shared/domain/language.ts';
import type { LedgerTable } from '#shared/domain/ledger-tables.ts';
import {
  debtCells,
  debtHeaders,
  ledgerCells,
  ledgerHeaders,
  paymentCells,
  paymentHeaders,
  totalsCells,
  totalsHeaders,
} from './ledger-cells.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';
import { readTotals } from './totals.ts';

const ROWS = 500;

/** The names of the tables in the title of the dialog and of the file. */
const NAMES: Readonly<Record<LedgerTable, 'purchases' | 'totals' | 'debts' | 'payments'>> = {
  purchases: 'purchases',
  day: 'totals',
  product: 'totals',
  client: 'totals',
  debts: 'debts',
  payments: 'payments',
};

interface Deps extends CommonDeps<'db' | 'dialogs' | 'desktop' | 'clock' | 'partials'> {
  readonly fresh: FreshAnswers;
  readonly ledger: PurchaseLedger;
}

interface WrittenLedger {
  readonly exportId: number;
  readonly fileName: string;
  readonly rows: number;
}

interface Wanted {
  readonly filter: PurchaseFilter;
  readonly table: LedgerTable;
  readonly language: Language;
}

/** Creates the export of the ledger, of its totals, of debts and of payments as CSV files. */
export const createLedgerExport = (deps: Deps) => {
  const { db, ledger } = deps;
  const debts = createDebtList(db);
  const saved = createSavedFiles(deps.desktop);

  async function* purchasePages(accountId: string, filter: PurchaseFilter, cells: (purchase: Purchase) => CsvRow) {
    for await (const page of ledger.inOrder(accountId, filter, ROWS)) yield page.map(cells);
  }

  function* debtPages(accountId: string, ids: readonly number[], language: Language) {
    for (let from = 0; from < ids.length; from += ROWS) {
      yield debts.rows(accountId, ids.slice(from, from + ROWS)).map((row) => debtCells(row, language));
    }
  }

  function* paymentPages(accountId: string, filter: PurchaseFilter, language: Language) {
    for (const page of receivedPayments(db, accountId, filter, ROWS)) {
      yield page.map((payment) => paymentCells(payment, language));
    }
  }

  const tableOf = async (accountId: string, { filter, table, language }: Wanted): Promise<CsvTable> => {
    const hasSales = areSalesShown(db, accountId);
    switch (table) {
      case 'purchases': {
        const extent = { isShared: db.has(sql`SELECT 1 FROM shared_desks WHERE account_id = ${accountId}`), hasSales };
        const cells = (purchase: Purchase): CsvRow => ledgerCells(purchase, language, extent);
        return { head: [ledgerHeaders(language, extent)], pages: purchasePages(accountId, filter, cells) };
      }
      case 'debts': {
        const { search } = filter;
        const ids = debts.ids(accountId, { filter: { search }, sort: { by: 'due', direction: 'asc' } });
        return { head: [debtHeaders(language)], pages: debtPages(accountId, ids, language) };
      }
      case 'payments':
        return { head: [paymentHeaders(language)], pages: paymentPages(accountId, filter, language) };
      default: {
        const { rows } = await readTotals(deps, accountId, table, filter, Number.POSITIVE_INFINITY);
        const lines = rows.map((row) => totalsCells(row, table, language, hasSales));
        return { head: [totalsHeaders(table, language, hasSales)], pages: [lines] };
      }
    }
  };

  /**
   * Asks for a path and writes the ledger as a file for Excel. `null` if the dialog was closed. Throws `conflict` for debts and
   * payments if this computer shows nothing about selling.
   */
  const save = async (accountId: string, wanted: Wanted): Promise<WrittenLedger | null> => {
    if (wanted.table === 'debts' || wanted.table === 'payments') assertSalesShown(db, accountId);
    const t = textsIn(wanted.language);
    const name = NAMES[wanted.table];
    const asked = { title: t(`files:dialogs.saveLedger.${name}`), name: t(`files:names.${name}`) };
    const file = await saveCsv(deps, asked, () => tableOf(accountId, wanted));
    if (file === null) return null;
    const exportId = saved.add({ accountId, path: file.path, goneCode: 'ledger-file-missing' });
    return { exportId, fileName: file.fileName, rows: file.rows };
  };

  return { save, show: saved.show };
};
