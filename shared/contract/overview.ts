import { z } from 'zod';
import { id, kopecks, nothing, procedure, timestamp } from './define.ts';
import { poolType } from './premium.ts';

/** What is known without asking the service; every datum with its age. */
const summary = z.object({
  clients: z.object({ active: z.int(), archived: z.int() }),
  pools: z.array(z.object({ poolType, trafficGb: z.number(), clients: z.int(), oldestAsOf: timestamp.nullable() })),
  /** Clients with a pool that was bought into and has run low. */
  lowTraffic: z.array(
    z.object({ clientId: id, clientName: z.string(), poolType, trafficGb: z.number(), asOf: timestamp }),
  ),
  /** Never read, or read long ago. */
  staleClients: z.int(),
  unknownPurchases: z.int(),
  spentTodayKopecks: kopecks,
  spentThisMonthKopecks: kopecks,
  lists: z.object({ total: z.int(), lines: z.int(), lastAt: timestamp.nullable() }),
  exports: z.object({ total: z.int(), lastAt: timestamp.nullable() }),
});

export const overviewProcedures = { 'overview.summary': procedure(nothing, summary) };

export const overviewEvents = {};

export type OverviewSummary = z.output<typeof summary>;
