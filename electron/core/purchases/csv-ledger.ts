import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { CSV_BOM, csvLine } from '#shared/domain/csv-writer.ts';
import type { Language } from '#shared/domain/language.ts';
import { ledgerCells, ledgerHeaders } from '#shared/domain/ledger-csv.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import { nextTurn } from '../common/slices.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import type { Clock, Desktop, FileDialogs } from '../ports.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';

const ROWS = 500;

const WORDS = {
  en: { title: 'Export purchases', file: 'purchases' },
  ru: { title: 'Экспорт покупок', file: 'покупки' },
} as const;

interface Deps {
  readonly ledger: PurchaseLedger;
  readonly dialogs: FileDialogs;
  readonly desktop: Desktop;
  readonly clock: Clock;
}

interface WrittenLedger {
  readonly exportId: number;
  readonly fileName: string;
  readonly rows: number;
}

export interface LedgerExport {
  /** Asks for a place and writes the ledger as a file that Excel opens right. `null`: the dialog was closed. */
  save(accountId: string, filter: PurchaseFilter, language: Language): Promise<WrittenLedger | null>;
  /** Shows a file of this run in its folder: the window never names a path itself. */
  show(accountId: string, exportId: number): Promise<void>;
}

export const createLedgerExport = ({ ledger, dialogs, desktop, clock }: Deps): LedgerExport => {
  const written: { readonly accountId: string; readonly path: string }[] = [];

  const save = async (accountId: string, filter: PurchaseFilter, language: Language): Promise<WrittenLedger | null> => {
    const { title, file } = WORDS[language];
    const path = await dialogs.saveFile({
      title,
      suggestedName: `${file}-${localDate(clock.now())}.csv`,
      filters: [{ name: 'CSV', extensions: ['csv'] }],
    });
    if (path === null) return null;
    let rows = 0;

    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(CSV_BOM + csvLine(ledgerHeaders(language)));
      for (let after = 0; ; ) {
        const page = ledger.inOrder(accountId, filter, after, ROWS);
        rows += page.length;
        yield Buffer.from(page.map((purchase) => csvLine(ledgerCells(purchase, language))).join(''));
        const last = page.at(-1);
        if (last === undefined || page.length < ROWS) return;
        after = last.id;
        await nextTurn();
      }
    }

    const { path: writtenPath } = await writeFileAtomically(path, chunks());
    const exportId = written.push({ accountId, path: writtenPath });
    return { exportId, fileName: basename(writtenPath), rows };
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
