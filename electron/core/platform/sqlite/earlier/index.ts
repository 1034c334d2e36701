import { foundation } from './001-foundation.ts';
import { dedicated } from './002-dedicated.ts';
import { vpn } from './003-vpn.ts';
import { money } from './004-money.ts';
import { bulk } from './005-bulk.ts';
import { batches } from './006-batches.ts';
import { refresh } from './007-refresh.ts';
import { settledByHand } from './008-settled-by-hand.ts';
import { overview } from './009-overview.ts';
import { alerts } from './010-alerts.ts';
import { refreshWishes } from './011-refresh-wishes.ts';
import { restoredPurchases } from './012-restored-purchases.ts';
import { sorted } from './013-sorted.ts';
import { jobSubjects } from './014-job-subjects.ts';
import { importLines } from './015-import-lines.ts';
import { searched } from './016-searched.ts';
import { outcomes } from './017-outcomes.ts';
import { restoredDesks } from './018-restored-desks.ts';
import { clientGrams } from './019-client-grams.ts';
import { runs } from './020-runs.ts';
import { runLists } from './021-run-lists.ts';
import { runPurchases } from './022-run-purchases.ts';
import { actions } from './023-actions.ts';
import { listsErrors } from './024-lists-errors.ts';
import { sales } from './025-sales.ts';
import { readClients } from './026-read-clients.ts';
import { standing } from './027-standing.ts';
import { scheduledLists } from './028-scheduled-lists.ts';
import { checks } from './029-checks.ts';
import { runSubjects } from './030-run-subjects.ts';
import { sharedDesk } from './031-shared-desk.ts';
import { colleagues } from './032-colleagues.ts';
import { computersLeft } from './033-computers-left.ts';
import { templates } from './034-templates.ts';
import { alertMarks } from './035-alert-marks.ts';
import { sharedLists } from './036-shared-lists.ts';
import { sharedOrders } from './037-shared-orders.ts';
import { payers } from './038-payers.ts';
import { reopened } from './039-reopened.ts';
import { paymentOrigins } from './040-payment-origins.ts';
import { tokenMarks } from './041-token-marks.ts';
import { turkishLetters } from './042-turkish-letters.ts';
import { setAside } from './043-set-aside.ts';
import { notAsOrdered } from './044-not-as-ordered.ts';
import { places } from './045-places.ts';
import { trash } from './046-trash.ts';
import { deeds } from './047-deeds.ts';
import { orderTerms } from './048-order-terms.ts';
import { zones } from './049-zones.ts';

/**
 * The steps by which desks came to be before the first release, versions 1 to 49. A step is never edited: a desk of its time, and a
 * backup of one, is recognised by what it made.
 */
export const EARLIER_MIGRATIONS: readonly string[] = [
  foundation,
  dedicated,
  vpn,
  money,
  bulk,
  batches,
  refresh,
  settledByHand,
  overview,
  alerts,
  refreshWishes,
  restoredPurchases,
  sorted,
  jobSubjects,
  importLines,
  searched,
  outcomes,
  restoredDesks,
  clientGrams,
  runs,
  runLists,
  runPurchases,
  actions,
  listsErrors,
  sales,
  readClients,
  standing,
  scheduledLists,
  checks,
  runSubjects,
  sharedDesk,
  colleagues,
  computersLeft,
  templates,
  alertMarks,
  sharedLists,
  sharedOrders,
  payers,
  reopened,
  paymentOrigins,
  tokenMarks,
  turkishLetters,
  setAside,
  notAsOrdered,
  places,
  trash,
  deeds,
  orderTerms,
  zones,
];
