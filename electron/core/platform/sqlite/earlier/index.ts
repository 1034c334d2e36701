import { foundation } from './migrations/001-foundation.ts';
import { dedicated } from './migrations/002-dedicated.ts';
import { vpn } from './migrations/003-vpn.ts';
import { money } from './migrations/004-money.ts';
import { bulk } from './migrations/005-bulk.ts';
import { batches } from './migrations/006-batches.ts';
import { refresh } from './migrations/007-refresh.ts';
import { settledByHand } from './migrations/008-settled-by-hand.ts';
import { overview } from './migrations/009-overview.ts';
import { alerts } from './migrations/010-alerts.ts';
import { refreshWishes } from './migrations/011-refresh-wishes.ts';
import { restoredPurchases } from './migrations/012-restored-purchases.ts';
import { sorted } from './migrations/013-sorted.ts';
import { jobSubjects } from './migrations/014-job-subjects.ts';
import { importLines } from './migrations/015-import-lines.ts';
import { searched } from './migrations/016-searched.ts';
import { outcomes } from './migrations/017-outcomes.ts';
import { restoredDesks } from './migrations/018-restored-desks.ts';
import { clientGrams } from './migrations/019-client-grams.ts';
import { runs } from './migrations/020-runs.ts';
import { runLists } from './migrations/021-run-lists.ts';
import { runPurchases } from './migrations/022-run-purchases.ts';
import { actions } from './migrations/023-actions.ts';
import { listsErrors } from './migrations/024-lists-errors.ts';
import { sales } from './migrations/025-sales.ts';
import { readClients } from './migrations/026-read-clients.ts';
import { standing } from './migrations/027-standing.ts';
import { scheduledLists } from './migrations/028-scheduled-lists.ts';
import { checks } from './migrations/029-checks.ts';
import { runSubjects } from './migrations/030-run-subjects.ts';
import { sharedDesk } from './migrations/031-shared-desk.ts';
import { colleagues } from './migrations/032-colleagues.ts';
import { computersLeft } from './migrations/033-computers-left.ts';
import { templates } from './migrations/034-templates.ts';
import { alertMarks } from './migrations/035-alert-marks.ts';
import { sharedLists } from './migrations/036-shared-lists.ts';
import { sharedOrders } from './migrations/037-shared-orders.ts';
import { payers } from './migrations/038-payers.ts';
import { reopened } from './migrations/039-reopened.ts';
import { paymentOrigins } from './migrations/040-payment-origins.ts';
import { tokenMarks } from './migrations/041-token-marks.ts';
import { turkishLetters } from './migrations/042-turkish-letters.ts';
import { setAside } from './migrations/043-set-aside.ts';
import { notAsOrdered } from './migrations/044-not-as-ordered.ts';
import { places } from './migrations/045-places.ts';
import { trash } from './migrations/046-trash.ts';
import { deeds } from './migrations/047-deeds.ts';
import { orderTerms } from './migrations/048-order-terms.ts';
import { zones } from './migrations/049-zones.ts';
import { clientsAndGoods } from './migrations/050-clients-and-goods.ts';
import { moneyAndLists } from './migrations/050-money-and-lists.ts';
import { workAndSharedDesk } from './migrations/050-work-and-shared-desk.ts';
import { importedProxies } from './migrations/051-imported-proxies.ts';
import { orderConditions } from './migrations/052-order-conditions.ts';
import { messagesByOccasion } from './migrations/053-messages-by-occasion.ts';
import { lineLayouts } from './migrations/054-line-layouts.ts';
import { scheduledChecks } from './migrations/055-scheduled-checks.ts';
import { scriptPurchases } from './migrations/056-script-purchases.ts';
import { savedFilters } from './migrations/057-saved-filters.ts';
import { telegram } from './migrations/058-telegram.ts';
import { computerRights } from './migrations/059-computer-rights.ts';
import { names } from './migrations/060-names.ts';
import { leftOut } from './migrations/061-left-out.ts';
import { scheduledReports } from './migrations/062-scheduled-reports.ts';

/**
 * The migrations of desks before the first release, versions 1 to 49. They are never edited, because a desk from that
 * time, or a backup of one, is recognised by what they created.
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

/** The number of the first of `ONE_SCHEMA_MIGRATIONS`. */
export const ONE_SCHEMA_VERSION = 50;

/**
 * The migrations of later desks before the first release, versions 50 and up. Version 50 created in one step what the
 * versions before had created in 49.
 */
export const ONE_SCHEMA_MIGRATIONS: readonly string[] = [
  `${clientsAndGoods}${moneyAndLists}${workAndSharedDesk}`,
  importedProxies,
  orderConditions,
  messagesByOccasion,
  lineLayouts,
  scheduledChecks,
  scriptPurchases,
  savedFilters,
  telegram,
  computerRights,
  names,
  leftOut,
  scheduledReports,
];
