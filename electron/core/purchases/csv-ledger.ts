import { access } from 'node:fs/promises';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import type { Language } from '#shared/domain/language.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import { textsIn } from '../common/texts.ts';
import { type CsvRow, writeCsvFile } from '../files/csv-file.ts';
import type { PartialBook } from '../files/partial-book.ts';
import type { Clock, Desktop, FileDialogs } from '../ports.ts';
import { ledgerCells, ledgerHeaders } from './ledger-cells.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';

const ROWS = 500;

interface Deps {
  readonly ledger: PurchaseLedger;
  readonly dialogs: FileDialogs;
  readonly desktop: Desktop;
  readonly clock: Clock;
  readonly partials: PartialBook;
}

interface WrittenLedger {
  readonly exportId: number;
  readonly fileName: string;
  readonly rows: number;
}

interface LedgerExport {
  /** Asks for a place and writes the ledger as a file that Excel opens right. `null`: the dialog was closed. */
  save(accountId: string, filter: PurchaseFilter, language: Language): Promise<WrittenLedger | null>;
  /** Shows a file of this run in its folder: the window never names a path itself. */
  show(accountId: string, exportId: number): Promise<void>;
}

export const createLedgerExport = ({ ledger, dialogs, desktop, clock, partials }: Deps): LedgerExport => {
  const written: { readonly accountId: string; readonly path: string }[] = [];

  const save = async (accountId: string, filter: PurchaseFilter, language: Language): Promise<WrittenLedger | null> => {
    const t = textsIn(language);
    const path = await dialogs.saveFile({
      title: t('files:dialogs.savePurchases'),
      suggestedName: `${t('files:names.purchases')}-${localDate(clock.now())}.csv`,
      filters: [{ name: 'CSV', extensions: ['csv'] }],
    });
    if (path === null) return null;
    async function* pages(): AsyncGenerator<readonly CsvRow[]> {
      for await (const page of ledger.inOrder(accountId, filter, ROWS)) {
        yield page.map((purchase) => ledgerCells(purchase, language));
      }
    }

    const file = await writeCsvFile({ path, partials }, [ledgerHeaders(language)], pages());
    const exportId = written.push({ accountId, path: file.path });
    return { exportId, fileName: file.fileName, rows: file.rows };
  };

  const show = async (accountId: string, exportId: number): Promise<void> => {
    const file = written[exportId - 1];
    const path = file?.accountId === accountId ? file.path : undefined;
    const isThere =
      path !== undefined &&
      (await access(path).then(
        () => true,
        () => false,
      ));
    if (!isThere) throw new DeskError('file', 'The file is not there any more.', { code: 'ledger-file-missing' });
    desktop.showInFolder(path);
  };

  return { save, show };
};
