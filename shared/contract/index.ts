import type { z } from 'zod';
import { accountEvents, accountProcedures } from './account.ts';
import { alertsEvents, alertsProcedures } from './alerts.ts';
import { backupEvents, backupProcedures } from './backup.ts';
import { clientsEvents, clientsProcedures } from './clients.ts';
import { connectionEvents, connectionProcedures } from './connection.ts';
import { dedicatedEvents, dedicatedProcedures } from './dedicated.ts';
import { documentsProcedures } from './documents.ts';
import { handoverEvents, handoverProcedures } from './handover.ts';
import { layoutsEvents, layoutsProcedures } from './layouts.ts';
import { listsEvents, listsProcedures } from './lists.ts';
import { overviewEvents, overviewProcedures } from './overview.ts';
import { premiumEvents, premiumProcedures } from './premium.ts';
import { purchasesEvents, purchasesProcedures } from './purchases.ts';
import { runsEvents, runsProcedures } from './runs.ts';
import { salesEvents, salesProcedures } from './sales.ts';
import { savedFiltersEvents, savedFiltersProcedures } from './saved-filters.ts';
import { scheduledChecksEvents, scheduledChecksProcedures } from './scheduled-checks.ts';
import { scheduledListsEvents, scheduledListsProcedures } from './scheduled-lists.ts';
import { scheduledReportEvents, scheduledReportProcedures } from './scheduled-report.ts';
import { scriptsProcedures } from './scripts.ts';
import { settingsEvents, settingsProcedures } from './settings.ts';
import { sharedDeskEvents, sharedDeskProcedures } from './shared-desk.ts';
import { standingEvents, standingProcedures } from './standing.ts';
import { systemEvents, systemProcedures } from './system.ts';
import { telegramEvents, telegramProcedures } from './telegram.ts';
import { trashEvents, trashProcedures } from './trash.ts';
import { undoEvents, undoProcedures } from './undo.ts';
import { updatesEvents, updatesProcedures } from './updates.ts';
import { vpnEvents, vpnProcedures } from './vpn.ts';

/**
 * All requests of the renderer to the core (docs/architecture.md#requests). The rest of the bridge is derived from
 * them.
 */
export const procedures = {
  ...accountProcedures,
  ...connectionProcedures,
  ...clientsProcedures,
  ...premiumProcedures,
  ...dedicatedProcedures,
  ...vpnProcedures,
  ...purchasesProcedures,
  ...salesProcedures,
  ...layoutsProcedures,
  ...savedFiltersProcedures,
  ...listsProcedures,
  ...runsProcedures,
  ...standingProcedures,
  ...scheduledChecksProcedures,
  ...scheduledReportProcedures,
  ...scheduledListsProcedures,
  ...overviewProcedures,
  ...backupProcedures,
  ...alertsProcedures,
  ...documentsProcedures,
  ...handoverProcedures,
  ...telegramProcedures,
  ...trashProcedures,
  ...undoProcedures,
  ...settingsProcedures,
  ...scriptsProcedures,
  ...systemProcedures,
  ...updatesProcedures,
  ...sharedDeskProcedures,
};

export const events = {
  ...accountEvents,
  ...connectionEvents,
  ...clientsEvents,
  ...premiumEvents,
  ...dedicatedEvents,
  ...vpnEvents,
  ...purchasesEvents,
  ...salesEvents,
  ...layoutsEvents,
  ...savedFiltersEvents,
  ...listsEvents,
  ...runsEvents,
  ...standingEvents,
  ...scheduledChecksEvents,
  ...scheduledReportEvents,
  ...scheduledListsEvents,
  ...overviewEvents,
  ...backupEvents,
  ...alertsEvents,
  ...handoverEvents,
  ...telegramEvents,
  ...trashEvents,
  ...undoEvents,
  ...settingsEvents,
  ...systemEvents,
  ...updatesEvents,
  ...sharedDeskEvents,
};

type Procedures = typeof procedures;
export type ProcedureName = keyof Procedures;
/** The input as the caller passes it; fields with defaults may be missing. */
export type ProcedureInput<N extends ProcedureName> = z.input<Procedures[N]['input']>;
/** The parsed input as the handler receives it. */
export type ParsedInput<N extends ProcedureName> = z.output<Procedures[N]['input']>;
export type ProcedureOutput<N extends ProcedureName> = z.output<Procedures[N]['output']>;

type Events = typeof events;
export type EventName = keyof Events;
export type EventPayload<N extends EventName> = z.output<Events[N]['payload']>;
