import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDuplicateCounter } from '#core/catalogue/lists/duplicate-counter.ts';
import { linePieces, linesOf, packStored, storedLines, storedText } from '#core/platform/text/stored-lines.ts';

const splitLines = (text: string): string[] => [...linePieces(text)].flat();

const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => !/[\r\n]/.test(text));

describe('the lines of an answer', () => {
  it('keep their bytes when they are stored, whatever ends them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\n', '\r\n'),
        async (lines, separator, end) => {
          const split = splitLines(lines.join(separator) + end);
          expect(split).toEqual(lines);
          const stored = storedLines(split);
          expect(linesOf(await storedText(stored))).toEqual(lines);
          expect(linesOf(await storedText(await packStored(stored)))).toEqual(lines);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are not unpacked from a chunk that would fill the memory', async () => {
    const bomb = deflateRawSync(Buffer.alloc(256 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(storedText(bomb)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });

  it('are zero in an empty text, and keep spaces', () => {
    expect(splitLines('')).toEqual([]);
    expect(splitLines('\r\n')).toEqual([]);
    expect(splitLines('  a \n b\t\n')).toEqual(['  a ', ' b\t']);
  });

  it('come in pieces, with the empty ones between others', () => {
    expect(splitLines('a\n\n\r\nb\r\r\n\rc')).toEqual(['a', '', '', 'b\r', '\rc']);
    const many = Array.from({ length: 12_001 }, (_, at) => String(at));
    const pieces = [...linePieces(many.join('\n'))];
    expect(pieces.map(({ length }) => length)).toEqual([5_000, 5_000, 2_001]);
    expect(pieces.flat()).toEqual(many);
  });
});

describe('counting duplicates', () => {
  it('agrees with a set of the lines', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 300 }).map((n) => `h:${n}:u:p`))), (batches) => {
        const counter = createDuplicateCounter();
        const seen = new Set<string>();
        for (const batch of batches) {
          let expected = 0;
          for (const one of batch) {
            if (seen.has(one)) expected += 1;
            seen.add(one);
          }
          expect(counter.add(batch)).toBe(expected);
        }
      }),
    );
  });

  it('finds none among two hundred thousand different lines, and all of them when each is repeated', () => {
    const counter = createDuplicateCounter();
    const lines = Array.from({ length: 200_000 }, (_, at) => `gate.example:${at}:user-session-${at * 7}:pass`);
    expect(counter.add(lines)).toBe(0);
    expect(counter.add(lines)).toBe(200_000);
  });
});
