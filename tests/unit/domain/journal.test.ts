import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHARGED_STATES,
  isCharged,
  isFound,
  isSettled,
  isSettledByHand,
  JOURNAL_EVENTS,
  type JournalEvent,
  nextState,
  PURCHASE_STATES,
  type PurchaseState,
  settleProblem,
} from '#shared/domain/journal.ts';
import { CERTAINTIES } from '#shared/domain/purchase-verdict.ts';

const BY_HAND: readonly JournalEvent[] = ['called-charged', 'called-not-charged'];

const anyState = fc.constantFrom(...PURCHASE_STATES);
const anyEvents = fc.array(fc.constantFrom(...JOURNAL_EVENTS), { maxLength: 30 });

/** Every state a purchase goes through when these things happen to it, impossible ones ignored. */
const live = (events: readonly JournalEvent[]): PurchaseState[] => {
  const path: PurchaseState[] = ['prepared'];
  for (const event of events) {
    const next = nextState(path.at(-1) ?? 'prepared', event);
    if (next !== null) path.push(next);
  }
  return path;
};

describe('the life of a purchase', () => {
  it('is sent at most once, whatever happens', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        expect(live(events).filter((state) => state === 'sent').length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('is never back at prepared, from where it could be sent', () => {
    for (const state of PURCHASE_STATES) {
      for (const event of JOURNAL_EVENTS) expect(nextState(state, event)).not.toBe('prepared');
    }
  });

  it('never forgets that it was sent: it ends open, or in a state that says what became of the money', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const path = live(['sending', ...events]);
        const end = path.at(-1) ?? 'prepared';
        expect(end === 'sent' || end === 'unknown' || isSettled(end)).toBe(true);
        expect(end).not.toBe('prepared');
      }),
    );
  });

  it('stays where it is settled, but for the word of the user, which only another word of the user changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PURCHASE_STATES.filter(isSettled)), fc.constantFrom(...JOURNAL_EVENTS), (s, e) => {
        const next = nextState(s, e);
        if (next === null) return;
        expect([isSettledByHand(next), BY_HAND.includes(e)]).toEqual([true, true]);
        expect(isCharged(next)).not.toBe(isCharged(s));
        // What the service itself said is nobody's to change.
        expect(['succeeded', 'rejected']).not.toContain(s);
      }),
    );
  });

  it('never takes the word of the user for a proof, nor a proof for the word of the user', () => {
    for (const state of PURCHASE_STATES) {
      for (const event of JOURNAL_EVENTS) {
        const next = nextState(state, event);
        if (next !== null) expect(isSettledByHand(next)).toBe(BY_HAND.includes(event));
      }
    }
  });

  it('can be settled by hand only where nothing proves it: unknown after its time, probable, or settled so before', () => {
    fc.assert(
      fc.property(anyState, fc.nat(100_000), fc.constantFrom(...CERTAINTIES, null), (state, msLeft, certainty) => {
        const allowed = settleProblem(state, msLeft, certainty) === null;
        const isOver = state === 'unknown' && msLeft === 0;
        expect(allowed).toBe(isOver || isSettledByHand(state) || (isFound(state) && certainty === 'probable'));
        // What is allowed is possible.
        if (allowed) expect(BY_HAND.some((event) => nextState(state, event) !== null)).toBe(true);
      }),
    );
  });

  it('calls only an answer, evidence or the word of the user a charge', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const proof: readonly JournalEvent[] = ['delivered', 'found-charged', 'found-goods-missing', 'called-charged'];
        const end = live(events).at(-1) ?? 'prepared';
        if (isCharged(end)) expect(events.some((event) => proof.includes(event))).toBe(true);
      }),
    );
  });

  it('can be settled by evidence from every point at which a request may have arrived, and only after it', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const path = live(events);
        const found: readonly JournalEvent[] = ['found-charged', 'found-not-charged', 'found-goods-missing'];
        const end = path.at(-1) ?? 'prepared';
        for (const event of found) {
          expect(nextState(end, event) !== null).toBe(end === 'unknown');
          if (nextState(end, event) !== null) expect(path).toContain('sent');
        }
      }),
    );
  });

  it('is never called free by anything but proof: that it never left, or evidence', () => {
    for (const state of PURCHASE_STATES) {
      for (const event of JOURNAL_EVENTS) {
        if (nextState(state, event) !== 'confirmed-not-charged') continue;
        expect(['not-sent', 'found-not-charged']).toContain(event);
      }
    }
  });

  it('keeps an interrupted one unknown until it is settled, and open ones apart from charged ones', () => {
    expect(nextState('sent', 'lost')).toBe('unknown');
    expect(nextState('unknown', 'lost')).toBeNull();
    expect(nextState('unknown', 'sending')).toBeNull();
    expect(nextState('unknown', 'not-sent')).toBeNull();
    for (const state of CHARGED_STATES) expect(isSettled(state)).toBe(true);
  });
});
