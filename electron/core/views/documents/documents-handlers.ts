import { basename } from 'node:path';
import type { DeskContext } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import { assertSalesShown } from '#core/money/rights/computer-rights.ts';
import { writeFileAtomically } from '#core/platform/files/atomic-file.ts';
import { createSavedFiles } from '#core/platform/files/saved-files.ts';
import { textsIn, textsOf } from '#core/platform/text/texts.ts';
import { sanitizeFileName } from '#shared/domain/file-name.ts';
import { localDate } from '#shared/domain/local-date.ts';
import { DeskError } from '#shared/result.ts';
import { documentPage, type PaperDocument } from './document-page.ts';
import { readInvoice, readReceipt } from './read-documents.ts';

/** Creates the feature "documents": receipts and invoices for clients, as PDF files. */
export const documentsHandlers = (context: DeskContext): FeatureHandlers<'documents'> => {
  const { db, clock, session, settings, dialogs, desktop, partials } = context;
  const t = textsOf(context.language);
  const saved = createSavedFiles(desktop);

  const seller = (accountId: string): string => {
    assertSalesShown(db, accountId);
    const details = settings().sellerDetails.trim();
    if (details !== '') return details;
    throw new DeskError('conflict', 'The details of the seller are missing.', { code: 'seller-missing' });
  };

  /** Reads the document again once its file is chosen: the dialog may be open for long, and money may come meanwhile. */
  const save = async (accountId: string, read: () => PaperDocument) => {
    const paper = read();
    const name = textsIn(paper.language)(`files:documents.${paper.kind}.file`);
    const path = await dialogs.saveFile({
      title: t(`files:documents.${paper.kind}.save`),
      suggestedName: sanitizeFileName(`${name}-${paper.client}-${localDate(paper.at)}.pdf`),
      filters: [{ name: 'PDF', extensions: ['pdf'] }],
    });
    if (path === null) return null;
    const pdf = await desktop.printPdf(documentPage(read())).catch(() => {
      throw new DeskError('file', 'The page could not be printed.', { code: 'print-failed' });
    });
    const file = await writeFileAtomically(path, [pdf], { partials });
    const documentId = saved.add({ accountId, path: file.path, goneCode: 'file-missing' });
    return { documentId, fileName: basename(file.path) };
  };

  return {
    'documents.saveReceipt': ({ paymentId, language }) => {
      const accountId = session.accountId();
      return save(accountId, () => readReceipt(db, accountId, paymentId, { language, seller: seller(accountId) }));
    },
    'documents.saveInvoice': ({ clientId, language }) => {
      const accountId = session.accountId();
      return save(accountId, () =>
        readInvoice(db, accountId, clientId, clock.now(), { language, seller: seller(accountId) }),
      );
    },
    'documents.show': async ({ documentId }) => {
      await saved.show(session.accountId(), documentId);
      return {};
    },
  };
};
