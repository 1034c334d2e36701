import { describe, expect, it } from 'vitest';
import { textsIn } from '#core/platform/text/texts.ts';
import { chargeReason, chargeStateName } from '#shared/domain/charge-words.ts';
import { CHARGE_STATES } from '#shared/domain/run-charges.ts';

const PLAIN = { problem: null, note: '', basis: null, quietSince: null, shared: 1 } as const;
const moment = (at: number): string => `<${at}>`;

describe('the reason of a line of a bulk run', () => {
  it.each(['en', 'ru'] as const)(
    'exists for every line that was sent and is not done, with a next step (%s)',
    (language) => {
      const words = textsIn(language);
      for (const state of CHARGE_STATES) {
        const isQuiet = state === 'waiting' || state === 'buying' || state === 'done' || state === 'cannot';
        const reason = chargeReason({ ...PLAIN, state }, words, moment);
        expect([state, reason !== '']).toEqual([state, !isQuiet]);
      }
    },
  );

  it("begins with the service's message", () => {
    expect(chargeReason({ ...PLAIN, state: 'rejected', note: 'Pool is closed' }, textsIn('en'), moment)).toBe(
      'Pool is closed. Nothing was charged. Make a new plan once the reason is gone.',
    );
    const problem = { code: 'refused', words: 'Not today!' } as const;
    expect(chargeReason({ ...PLAIN, state: 'cannot', problem }, textsIn('en'), moment)).toBe(
      'The service refused: Not today! Try again later, or ask the service’s support.',
    );
    const removed = { code: 'client-removed', words: '' } as const;
    expect(chargeReason({ ...PLAIN, state: 'cannot', problem: removed }, textsIn('en'), moment)).toBe(
      'The client was removed',
    );
  });

  it('says what the evidence showed and since when, and never advises to buy again', () => {
    const quiet = { ...PLAIN, state: 'not-charged', basis: 'evidence', quietSince: 5 } as const;
    for (const language of ['en', 'ru'] as const) {
      const words = textsIn(language);
      const reason = chargeReason(quiet, words, moment);
      expect(reason).toContain('<5>');
      for (const text of [
        reason,
        chargeReason({ ...quiet, quietSince: null }, words, moment),
        words('runPurchases:advice.skipped'),
      ]) {
        expect(text).not.toMatch(/again to buy|new plan|заново|повторить/i);
      }
      expect(chargeReason({ ...quiet, basis: 'user' }, words, moment)).not.toContain('<5>');
    }
    expect(chargeStateName(quiet, textsIn('en'))).toBe('Probably not charged');
    expect(chargeStateName({ ...quiet, basis: 'user' }, textsIn('en'))).toBe('Marked as not charged');
    expect(chargeStateName({ state: 'done', basis: 'evidence' }, textsIn('en'))).toBe('Probably done');
    expect(chargeStateName({ state: 'done', basis: 'answer' }, textsIn('en'))).toBe('Done');
    const missing = (basis: 'evidence' | 'user') => chargeStateName({ state: 'goods-missing', basis }, textsIn('en'));
    expect(missing('evidence')).toBe('Probably charged, no goods');
    expect(missing('user')).toBe('Marked by you: charged, no goods');
  });

  it('compares the values that have changed since the plan', () => {
    const line = { ...PLAIN, state: 'cannot' } as const;
    const ends = { code: 'target-changed', words: '', before: 1, after: 2 } as const;
    expect(chargeReason({ ...line, problem: ends }, textsIn('en'), moment)).toMatch(/^The end .*: <1> → <2>\. Nothing/);
    expect(chargeReason({ ...line, problem: ends, shared: 3 }, textsIn('en'), moment)).toMatch(/together.*<1> → <2>/);
    expect(chargeReason({ ...line, problem: { ...ends, after: '' } }, textsIn('en'), moment)).toContain('<1> → no end');
    const pair = { ...ends, before: 'a · 1', after: 'b · 1' };
    expect(chargeReason({ ...line, problem: pair }, textsIn('en'), moment)).toContain('client has changed since');
    expect(chargeReason({ ...line, problem: pair }, textsIn('en'), moment)).toContain(': a · 1 → b · 1.');
    expect(chargeReason({ ...line, problem: { ...pair, after: '' } }, textsIn('en'), moment)).toContain('→ no client.');
  });
});
