import { z } from 'zod';
import { HANDOVER_LINE_STATES } from '../domain/handover-queue.ts';
import { id, manyIds } from './define.ts';

/** Hands goods over to these clients one after another, or to those for whom a run has bought something. */
export const handoverInput = [
  z.strictObject({ kind: z.literal('handover'), clientIds: manyIds }),
  z.strictObject({ kind: z.literal('handover-of-run'), runId: id }),
] as const;

export const handoverLine = z.object({
  of: z.literal('handover'),
  line: z.int(),
  state: z.enum(HANDOVER_LINE_STATES),
  clientId: id.nullable(),
  /** The client's name and pair when the queue was made. */
  clientName: z.string(),
  messengerId: z.int().nullable(),
  clientKey: z.string(),
  /** The subscription that the line is about; empty if it is about everything that the client has. */
  uuid: z.string(),
});

export const handoverDetail = z.object({
  of: z.literal('handover'),
  counts: z.record(z.enum(HANDOVER_LINE_STATES), z.int()),
  /** The first line that waits; `null` if none does. */
  current: handoverLine.nullable(),
});

/** A line of a queue that a hand-over belongs to. */
export const handoverTurn = z.strictObject({ runId: id, line: z.int().min(0) });

export type HandoverInput = z.output<(typeof handoverInput)[number]>;
export type HandoverDetail = z.output<typeof handoverDetail>;
export type HandoverLine = z.output<typeof handoverLine>;
export type HandoverTurn = z.output<typeof handoverTurn>;
