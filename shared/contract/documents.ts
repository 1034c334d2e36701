import { z } from 'zod';
import { LANGUAGES } from '../domain/language.ts';
import { id, nothing, procedure } from './define.ts';

const language = z.enum(LANGUAGES);
/** `null` if the dialog was closed. */
const saved = z.object({ documentId: id, fileName: z.string() }).nullable();

/** PDF documents for clients. None of them is a fiscal document. */
export const documentsProcedures = {
  /**
   * Saves a receipt for a payment that was received. Throws `conflict` (`seller-missing`) while the settings have no details of
   * the seller, and (`no-receipt`) for an earlier debt or for money that was paid back.
   */
  'documents.saveReceipt': procedure(z.strictObject({ paymentId: id, language }), saved),
  /** Saves an invoice for everything that a client owes. Throws `conflict` (`seller-missing`, `nothing-owed`). */
  'documents.saveInvoice': procedure(z.strictObject({ clientId: id, language }), saved),
  /** Shows a document that was saved since the start of the app in its folder. Throws `file` if it no longer exists. */
  'documents.show': procedure(z.strictObject({ documentId: id }), nothing),
};
