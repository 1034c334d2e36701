import type { BulkRun } from '#shared/contract/bulk.ts';
import { CHARGE_STATES, type ChargeState, countsAsSpent, type RunBooks } from '#shared/domain/bulk-run.ts';
import type { StoredCharge, StoredRun } from './bulk-repository.ts';

const sum = (charges: readonly StoredCharge[], of: (charge: StoredCharge) => number): number =>
  charges.reduce((total, charge) => total + of(charge), 0);

const isOpen = ({ state }: StoredCharge): boolean => state === 'unknown' || state === 'buying';

const committed = (charges: readonly StoredCharge[]): number =>
  sum(charges, (charge) => (countsAsSpent(charge.state) ? charge.spentKopecks : 0));

/** What decides the next step: read from the journal each time, so that a restart changes nothing. */
export const runBooksOf = (
  charges: readonly StoredCharge[],
  capKopecks: number,
  rejectionsInRow: number,
): RunBooks & { readonly next: StoredCharge | null } => {
  const next = charges.find(({ state }) => state === 'waiting') ?? null;
  return {
    committedKopecks: committed(charges),
    capKopecks,
    open: charges.filter(isOpen).length,
    rejectionsInRow,
    nextKopecks: next?.priceKopecks ?? null,
    next,
  };
};

/** Kopecks that are spent or may be, and those that still wait. */
const runSums = (charges: readonly StoredCharge[]) => {
  const waiting = charges.filter(({ state }) => state === 'waiting');
  return { committedKopecks: committed(charges), remainingKopecks: sum(waiting, ({ priceKopecks }) => priceKopecks) };
};

/** A run as the user sees it. `lines`: all of them, those that cannot be done included. `waitsUntil`: see `Rests`. */
export const runView = (
  run: StoredRun,
  charges: readonly StoredCharge[],
  { lines, waitsUntil }: Pick<BulkRun, 'lines' | 'waitsUntil'>,
): BulkRun => {
  const { accountId: _, ledgerMark: __, ...facts } = run;
  const waiting = charges.filter(({ state }) => state === 'waiting');
  const done = charges.filter(({ state }) => state === 'done' || state === 'goods-missing');
  const { remainingKopecks, committedKopecks } = runSums(charges);
  const chargedKopecks = sum(done, ({ spentKopecks }) => spentKopecks);
  const counts = Object.fromEntries(
    CHARGE_STATES.map((state) => [state, sum(charges, (charge) => (charge.state === state ? charge.lines : 0))]),
  ) as Record<ChargeState, number>;
  const hasFormer = waiting.some(({ formerKopecks }) => formerKopecks !== null);
  return {
    ...facts,
    lines,
    waitsUntil,
    counts: { ...counts, cannot: counts.cannot + lines - sum(charges, (charge) => charge.lines) },
    waitingCharges: waiting.length,
    totalKopecks: remainingKopecks + committedKopecks,
    remainingKopecks,
    formerRemainingKopecks: hasFormer
      ? sum(waiting, ({ formerKopecks, priceKopecks }) => formerKopecks ?? priceKopecks)
      : null,
    chargedKopecks,
    openKopecks: committedKopecks - chargedKopecks,
  };
};
