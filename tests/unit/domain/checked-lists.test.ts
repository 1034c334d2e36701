import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECK_REASONS, CHECK_STATES } from '#shared/domain/check.ts';
import {
  checkedLines,
  checkedProxies,
  checkedVariant,
  LINE_MARKS,
  type MarkedLines,
  markLines,
} from '#shared/domain/checked-lists.ts';

const alive = (line: number) => ({ line, state: 'alive', reason: null }) as const;
const dead = (line: number) => ({ line, state: 'dead', reason: 'reset' }) as const;

describe('the lines of a list after a check', () => {
  it('have stopped only if they worked before', () => {
    expect(markLines('', [alive(0), dead(1)])).toEqual({ marks: 'w-', stopped: 0, isNews: false });
    expect(markLines('w-', [dead(0), dead(1)])).toEqual({ marks: 's-', stopped: 1, isNews: true });
  });

  it('are reported once when they stop, and may work again', () => {
    expect(markLines('s-', [dead(0), dead(1)])).toEqual({ marks: 's-', stopped: 1, isNews: false });
    expect(markLines('s-', [alive(0), alive(1)])).toEqual({ marks: 'ww', stopped: 0, isNews: false });
    expect(markLines('sw', [alive(0), dead(1)])).toEqual({ marks: 'ws', stopped: 1, isNews: true });
  });

  it('are left as they were by a slow answer, a refusing address and a line that cannot be read', () => {
    expect(markLines('www', [{ line: 0, state: 'slow', reason: null }]).marks).toBe('www');
    expect(
      markLines(
        'ws',
        [0, 1].map((line) => ({ line, state: 'refused', reason: 'site' }) as const),
      ).marks,
    ).toBe('ws');
    expect(markLines('w', [{ line: 0, state: 'unreadable', reason: 'line' }]).marks).toBe('w');
  });

  it('may be more than before', () => {
    expect(markLines('w', [alive(3)]).marks).toBe('w--w');
  });

  it('are marked so that another computer accepts them, and counted as they are marked', () => {
    const line = fc.record({
      line: fc.nat(20),
      state: fc.constantFrom(...CHECK_STATES),
      reason: fc.constantFrom(null, ...CHECK_REASONS),
    });
    fc.assert(
      fc.property(fc.array(fc.array(line)), (rounds) => {
        let known: MarkedLines = { marks: '', stopped: 0, isNews: false };
        for (const round of rounds) {
          const before = known.stopped;
          known = markLines(known.marks, round);
          expect(known.marks).toMatch(LINE_MARKS);
          expect([...known.marks].filter((mark) => mark === 's')).toHaveLength(known.stopped);
          if (known.stopped > before) expect(known.isNews).toBe(true);
        }
      }),
    );
  });
});

describe('the lines that the schedule checks', () => {
  it('are those with host names, or else those with addresses, without lines that contain no proxy', () => {
    expect(checkedVariant({ domainLines: 5, ipLines: 7 })).toBe('domain');
    expect(checkedVariant({ domainLines: 0, ipLines: 7 })).toBe('ip');
    expect(checkedLines({ domainLines: 0, ipLines: 7 })).toBe(7);
    const issues = [
      { code: 'no-proxy', lines: 2 },
      { code: 'count', lines: 3 },
    ];
    expect(checkedProxies({ domainLines: 5, ipLines: 0, issues })).toBe(3);
  });
});
