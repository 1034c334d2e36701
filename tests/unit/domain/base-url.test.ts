import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '#shared/domain/base-url.ts';

describe('parseBaseUrl', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/api/v1', 'https://api.example.com'],
    ['https://api.example.com/api/v1/', 'https://api.example.com'],
    [' https://API.example.com//', 'https://api.example.com'],
    ['https://example.com/reseller', 'https://example.com/reseller'],
    ['https://example.com/reseller/api/v1/', 'https://example.com/reseller'],
    ['https://example.com:8443/a/b/', 'https://example.com:8443/a/b'],
    ['api.example.com', 'https://api.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://[::1]:9000/x', 'http://[::1]:9000/x'],
  ])('reads %s as %s', (typed, value) => {
    expect(parseBaseUrl(typed)).toEqual({ ok: true, value });
  });

  it.each([
    ['', 'url-empty'],
    ['   ', 'url-empty'],
    ['http://api.example.com', 'url-not-https'],
    ['http://localhost.example.com', 'url-not-https'],
    ['http://127.0.0.1.example.com', 'url-not-https'],
    ['http://192.168.1.1', 'url-not-https'],
    ['ftp://example.com', 'url-not-https'],
    ['https://me:secret@example.com', 'url-has-credentials'],
    ['http://localhost@example.com', 'url-has-credentials'],
    ['https://example.com/?a=1', 'url-has-query'],
    ['https://example.com/#top', 'url-has-fragment'],
    ['https://', 'url-invalid'],
    ['https://exa mple.com', 'url-invalid'],
    ['javascript:alert(1)', 'url-invalid'],
    ['htps:/api.example.com', 'url-invalid'],
    ['https:api.example.com', 'url-invalid'],
    [`https://example.com/${'a'.repeat(2_000)}`, 'url-too-long'],
  ])('refuses %s: %s', (typed, code) => {
    expect(parseBaseUrl(typed)).toEqual({ ok: false, problem: { field: 'baseUrl', code } });
  });

  it('never throws, and returns an already normalised result', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (typed) => {
        const first = parseBaseUrl(typed);
        if (first.ok) expect(parseBaseUrl(first.value)).toEqual(first);
      }),
    );
  });
});
