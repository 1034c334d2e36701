/**
 * The state of one client of a hand-over queue. `nothing`: the client had nothing to hand over when the queue was made.
 * `removed`: the client was removed before that.
 */
export const HANDOVER_LINE_STATES = ['waiting', 'done', 'skipped', 'nothing', 'removed'] as const;
export type HandoverLineState = (typeof HANDOVER_LINE_STATES)[number];
