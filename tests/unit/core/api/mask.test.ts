import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMasker, maskedExcerpt, structureOnly } from '#core/service/api/mask.ts';

const token = 'tok_3f9a/b+c=';
const mask = createMasker(token);
const word = fc.stringMatching(/^[A-Za-z0-9]{6,20}$/);

describe('the masker', () => {
  it('hides the token in every spelling, anywhere', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = mask(`${before}${token}${after} ${encodeURIComponent(token)}`);
        expect(text).not.toContain(token);
        expect(text).not.toContain(encodeURIComponent(token));
      }),
    );
  });

  it('hides logins and passwords in all layouts of a list, and keeps the hosts', () => {
    fc.assert(
      fc.property(word, word, (login, password) => {
        const texts = [
          `gw.example.net:8080:${login}:${password}`,
          `${login}:${password}@gw.example.net:8080`,
          `[2001:db8::1]:8080:${login}:${password}`,
          JSON.stringify({ domain: `gw.example.net:1:${login}:${password}\ngw.example.net:2:${login}:${password}` }),
          JSON.stringify({ username: login, password }),
          JSON.stringify(JSON.stringify({ username: login, password }).slice(1, -1)).replaceAll('\\"', '"'),
          `{"login":"${login}","current_password":"${password}`,
          `password=${password}&login=${login}`,
          `Authorization: Bearer ${password}${login}`,
        ];
        for (const text of texts) {
          expect(mask(text)).not.toContain(login);
          expect(mask(text)).not.toContain(password);
        }
        expect(mask(texts[0] ?? '')).toContain('gw.example.net:8080');
      }),
    );
  });

  it('hides a login that reads like the name of a secret', () => {
    for (const line of ['pwdA0a00A:00a0AA@gw.example.net:8080', 'gw.example.net:8080:pwdA0a00A:00a0AA']) {
      expect(mask(line)).not.toContain('pwdA0a00A');
      expect(mask(line)).not.toContain('00a0AA');
    }
  });

  it('hides the path of a link, which may be a subscription', () => {
    expect(mask('see https://sub.example.com/s/AbC123 now')).toBe('see https://sub.example.com/••• now');
    expect(mask('{"url":"https:\\/\\/sub.example.com\\/s\\/AbC123"}')).not.toContain('AbC123');
  });

  it('leaves the text of a refusal alone', () => {
    const text = 'Not enough balance: 12.50 of 300 roubles at 2026-01-02 10:20:30';
    expect(mask(text)).toBe(text);
  });
});

describe('maskedExcerpt', () => {
  it('never lets half a secret through at the cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 10, max: 4_000 }), (position, length) => {
        const excerpt = maskedExcerpt(mask, `${'x '.repeat(position / 2)}${token}${' y'.repeat(5_000)}`, length);
        expect(excerpt.length).toBeLessThanOrEqual(length);
        expect(excerpt).not.toContain(token.slice(0, 5));
      }),
    );
  });
});

describe('structureOnly', () => {
  it('keeps the keys of a secret answer and nothing else', () => {
    expect(structureOnly('{"ok":true,"data":{"pin":1234,"words":["abc","d\\"ef"]}}')).toBe(
      '{"ok":true,"data":{"pin":•••,"words":["•••","•••"]}}',
    );
    expect(structureOnly('s3cret')).toBe('•••');
    expect(structureOnly('{"data":"s3cr')).toBe('{"data":"•••"');
    expect(structureOnly('  ')).toBe('');
  });
});
