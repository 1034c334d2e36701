import type { Database } from '#core/platform/sqlite/database.ts';
import type { ChargeState, PurchasesDetail } from '#shared/contract/runs.ts';
import { CHARGE_STATES, countsAsSpent, isCharged } from '#shared/domain/run-charges.ts';
import { chargesOf, countLines, type PurchasesRun, type StoredCharge, standingOrderOf, termsOf } from './charges.ts';

const sum = (charges: readonly StoredCharge[], of: (charge: StoredCharge) => number): number =>
  charges.reduce((total, charge) => total + of(charge), 0);

/** Returns the kopecks that were or may have been spent, as limits count them. */
export const committed = (charges: readonly StoredCharge[]): number =>
  sum(charges, ({ state, atMostKopecks }) => (countsAsSpent(state) ? atMostKopecks : 0));

const isOpen = (state: ChargeState): boolean => countsAsSpent(state) && !isCharged(state);

/** Returns the number of lines that are no longer waiting. */
export const linesThrough = (charges: readonly StoredCharge[]): number =>
  sum(charges, ({ state, lines }) => (state === 'waiting' ? 0 : lines));

/** Returns the details of a run of purchases for the window, according to the journal now. */
export const detailOf = (db: Database, { id: runId, params }: PurchasesRun): Omit<PurchasesDetail, 'isUnguarded'> => {
  const { ledgerMark: _, ...terms } = termsOf(db, runId);
  const charges = chargesOf(db, runId);
  const waiting = charges.filter(({ state }) => state === 'waiting');
  const done = charges.filter(({ state }) => isCharged(state));
  const remainingKopecks = sum(waiting, ({ priceKopecks }) => priceKopecks);
  const chargedKopecks = sum(done, ({ spentKopecks }) => spentKopecks);
  const counts = Object.fromEntries(
    CHARGE_STATES.map((state) => [state, sum(charges, (charge) => (charge.state === state ? charge.lines : 0))]),
  ) as Record<ChargeState, number>;
  const hasFormer = waiting.some(({ formerKopecks }) => formerKopecks !== null);
  return {
    of: 'purchases',
    params,
    ...terms,
    standingOrderId: standingOrderOf(db, runId),
    counts: { ...counts, cannot: counts.cannot + countLines(db, runId) - sum(charges, ({ lines }) => lines) },
    waitingCharges: waiting.length,
    totalKopecks: remainingKopecks + committed(charges),
    remainingKopecks,
    formerRemainingKopecks: hasFormer
      ? sum(waiting, ({ formerKopecks, priceKopecks }) => formerKopecks ?? priceKopecks)
      : null,
    chargedKopecks,
    openKopecks: sum(charges, ({ state, spentKopecks }) => (isOpen(state) ? spentKopecks : 0)),
  };
};
