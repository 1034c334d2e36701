import { describe, expect, it } from 'vitest';
import { CHARGE_STATES } from '#shared/domain/bulk-run.ts';
import { BULK_WORDS, bulkReason } from '#shared/domain/bulk-words.ts';

describe('the reason of a line of a bulk run', () => {
  it.each(['en', 'ru'] as const)('is there for whatever was sent and is not done, with a way on (%s)', (language) => {
    const words = BULK_WORDS[language];
    for (const state of CHARGE_STATES) {
      const isQuiet = state === 'waiting' || state === 'buying' || state === 'done' || state === 'cannot';
      const reason = bulkReason({ state, problem: null, note: '' }, words);
      expect([state, reason !== '']).toEqual([state, !isQuiet]);
    }
  });

  it('begins with what the service said', () => {
    expect(bulkReason({ state: 'rejected', problem: null, note: 'Pool is closed' }, BULK_WORDS.en)).toBe(
      'Pool is closed. Nothing was charged. Make a new plan once the reason is gone.',
    );
    const problem = { code: 'refused', words: 'Not today!' } as const;
    expect(bulkReason({ state: 'cannot', problem, note: '' }, BULK_WORDS.en)).toBe(
      'The service refused: Not today! Try again later, or ask its support.',
    );
    expect(
      bulkReason({ state: 'cannot', problem: { code: 'client-removed', words: '' }, note: '' }, BULK_WORDS.en),
    ).toBe('The client was removed');
  });
});
