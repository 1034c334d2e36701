import { basename } from 'node:path';
import type { PurchaseFilter } from '#shared/contract/purchases.ts';
import { CSV_BOM, csvLine } from '#shared/domain/csv-writer.ts';
import { type LedgerLanguage, ledgerCells, ledgerHeaders } from '#shared/domain/ledger-csv.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { nextTurn } from '../common/slices.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import type { Clock, FileDialogs } from '../ports.ts';
import type { PurchaseLedger } from './purchase-ledger.ts';

const ROWS = 500;

const WORDS = {
  en: { title: 'Export purchases', file: 'purchases' },
  ru: { title: 'Экспорт покупок', file: 'покупки' },
} as const;

interface Deps {
  readonly ledger: PurchaseLedger;
  readonly dialogs: FileDialogs;
  readonly clock: Clock;
}

/** Asks for a place and writes the ledger as a file that Excel opens right. `null`: the dialog was closed. */
export const createLedgerExport =
  ({ ledger, dialogs, clock }: Deps) =>
  async (
    accountId: string,
    filter: PurchaseFilter,
    language: LedgerLanguage,
  ): Promise<{ fileName: string; rows: number } | null> => {
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

    const written = await writeFileAtomically(path, chunks());
    return { fileName: basename(written.path), rows };
  };
