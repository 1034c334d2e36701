import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TELEGRAM_TEXT, splitForTelegram } from '#shared/domain/telegram-text.ts';

describe('a text for Telegram', () => {
  it('stays whole if it fits', () => {
    expect(splitForTelegram('Hello,\nAnna')).toEqual(['Hello,\nAnna']);
    expect(splitForTelegram(' \n ')).toEqual([]);
  });

  it('is split between lines, and each part fits', () => {
    const lines = Array.from({ length: 400 }, (_, index) => `10.0.0.${index}:8000:login:password-${index}`);
    const parts = splitForTelegram(lines.join('\n'));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flatMap((part) => part.split('\n'))).toEqual(lines);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(MAX_TELEGRAM_TEXT);
  });

  it('is cut within a line only if the line alone is too long, and never within a character', () => {
    const parts = splitForTelegram(`a${'😀'.repeat(10)}`, 4);
    expect(parts.join('')).toBe(`a${'😀'.repeat(10)}`);
    for (const part of parts) expect(part).not.toMatch(/[\ud800-\udbff]$/);
  });

  it('loses nothing visible of any text', () => {
    const seen = (text: string): string => text.replaceAll(/\s/g, '');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 2, max: 50 }), (text, max) => {
        const parts = splitForTelegram(text, max);
        expect(seen(parts.join(''))).toBe(seen(text));
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(max);
      }),
    );
  });
});
