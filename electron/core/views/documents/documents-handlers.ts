import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { assertSalesShown } from '#core/money/rights/computer-rights.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { textsIn, textsOf } from '#core/platform/text/texts.ts';
import { sanitizeFileName } from '#shared/domain/file-name.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import { documentPage, type PaperDocument } from './document-page.ts';
import { readInvoice, readReceipt } from './read-documents.ts';

interface SavedDocument {
  readonly accountId: string;
  readonly path: string;
}

/** Creates the feature "documents": receipts and invoices for clients, as PDF files. */
export const documentsHandlers = (context: DeskContext): FeatureHandlers<'documents'> => {
  const { db, clock, session, settings, dialogs, desktop, partials } = context;
  const t = textsOf(context.language);
  /** The documents saved since the start. The window refers to them by number and never sends a path. */
  const saved: SavedDocument[] = [];

  const seller = (): string => {
    assertSalesShown(db, session.accountId());
    const details = settings().sellerDetails.trim();
    if (details !== '') return details;
    throw new DeskError('conflict', 'The details of the seller are missing.', { code: 'seller-missing' });
  };

  const save = async (accountId: string, paper: PaperDocument) => {
    const name = textsIn(paper.language)(`files:documents.${paper.kind}.file`);
    const path = await dialogs.saveFile({
      title: t(`files:documents.${paper.kind}.save`),
      suggestedName: sanitizeFileName(`${name}-${paper.client}-${localDate(paper.at)}.pdf`),
      filters: [{ name: 'PDF', extensions: ['pdf'] }],
    });
    if (path === null) return null;
    const pdf = await desktop.printPdf(documentPage(paper)).catch(() => {
      throw new DeskError('file', 'The page could not be printed.', { code: 'print-failed' });
    });
    const file = await writeFileAtomically(path, [pdf], { partials });
    return { documentId: saved.push({ accountId, path: file.path }), fileName: basename(file.path) };
  };

  return {
    'documents.saveReceipt': ({ paymentId, language }) => {
      const accountId = session.accountId();
      return save(accountId, readReceipt(db, accountId, paymentId, { language, seller: seller() }));
    },
    'documents.saveInvoice': ({ clientId, language }) => {
      const accountId = session.accountId();
      return save(accountId, readInvoice(db, accountId, clientId, clock.now(), { language, seller: seller() }));
    },
    'documents.show': async ({ documentId }) => {
      const found = saved[documentId - 1];
      if (found?.accountId !== session.accountId()) throw new DeskError('not-found', 'There is no such document.');
      await access(found.path).catch(() => {
        throw new DeskError('file', 'The document is not there any more.', { code: 'file-missing' });
      });
      desktop.showInFolder(found.path);
      return {};
    },
  };
};
