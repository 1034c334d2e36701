import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '#core/platform/text/escape-html.ts';
import { clientPage } from '#core/views/handover/client-page.ts';
import { VPN_APPS } from '#shared/domain/vpn-apps.ts';

const URL_OF_CLIENT = 'https://sub.example/abc?x=1&y=2';
const VPN = { url: URL_OF_CLIENT, number: '', expires: '21 Dec 2026', days: '30 days left', limit: '100 GB' };
const page = (some: Partial<Parameters<typeof clientPage>[0]> = {}): string =>
  clientPage({
    language: 'en',
    name: 'Anna',
    subscriptions: [VPN],
    proxies: '',
    apps: VPN_APPS,
    date: '27 Nov 2026',
    ...some,
  });
const policyOf = (html: string): string => /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
const countOf = (html: string, part: string): number => html.split(part).length - 1;

describe('the page for a client', () => {
  it('has the link, its code, a button for each chosen app, the end and a guide', () => {
    const html = page({ apps: ['happ', 'singbox'] });
    expect(html).toContain(`<textarea id="link-1"`);
    expect(html).toContain(escapeHtml(URL_OF_CLIENT));
    expect(html).toContain(`href="happ://add/${escapeHtml(URL_OF_CLIENT)}"`);
    expect(html).toContain(`href="sing-box://import-remote-profile?url=${encodeURIComponent(URL_OF_CLIENT)}"`);
    expect(html).not.toContain('v2rayng');
    expect(countOf(html, '<svg')).toBe(1);
    expect(html).toContain('Valid until 21 Dec 2026 (30 days left).');
    expect(html).toContain('Install Happ or sing-box from Google Play.');
    expect(html).not.toContain('<summary>Your');
  });

  it('says what is not known, and names several subscriptions by their numbers', () => {
    const unknown = { ...VPN, expires: '', days: '', limit: '' };
    const html = page({
      subscriptions: [
        { ...unknown, number: '1' },
        { ...VPN, number: '2' },
      ],
    });
    expect(html).toContain('It is not known until when it is valid.');
    const body = html.slice(html.indexOf('<body>'), html.indexOf('<script>'));
    expect(body).not.toMatch(/undefined|null|NaN|until {2}|\(\)/);
    expect(html).toContain('<h2>VPN 1</h2>');
    expect(html).toContain('<h2>VPN 2</h2>');
    expect(html).toContain('<textarea id="link-2"');
  });

  it('is in the language of the client, and has proxies without VPN', () => {
    const html = page({ language: 'ru', subscriptions: [], proxies: 'host:1:a:b\nhost:2:a:b' });
    expect(html).toContain('<html lang="ru">');
    expect(html).toContain('host:1:a:b\nhost:2:a:b</textarea>');
    expect(html).not.toContain('<details>');
  });

  it('allows its own style and script by their hashes, and nothing else', () => {
    const html = page();
    const hashOf = (tag: string): string => {
      const code = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html)?.[1] ?? '';
      return escapeHtml(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    };
    expect(policyOf(html)).toBe(
      `default-src &#39;none&#39;; style-src ${hashOf('style')}; script-src ${hashOf('script')}; base-uri &#39;none&#39;; form-action &#39;none&#39;`,
    );
    expect(html).not.toMatch(
      /\b(?:src|style|onclick|onload)=|@import|url\(|fetch\(|XMLHttp|sendBeacon|http-equiv="refresh/,
    );
  });

  it('offers no button for a link that is not a web address, but shows it', () => {
    const html = page({ subscriptions: [{ ...VPN, url: 'javascript:alert(1)' }] });
    expect(html).not.toMatch(/href=/);
    expect(html).toContain('javascript:alert(1)</textarea>');
  });

  it('keeps a link that is too long for a code', () => {
    const html = page({ subscriptions: [{ ...VPN, url: `https://sub.example/${'a'.repeat(4_000)}` }] });
    expect(html).not.toContain('<svg');
    expect(html).toContain('a'.repeat(4_000));
  });

  it('has the same elements whatever its texts contain', () => {
    const tagsOf = (html: string): readonly string[] =>
      [...html.matchAll(/<(\/?[a-z][a-z0-9]*)/gi)].map(([, tag = '']) => tag);
    const plain = tagsOf(page({ proxies: 'x', apps: [] }));
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '</textarea><script>alert(1)</script>',
        '"><img src=x onerror=a>',
        "'--><svg onload=a>",
        '</style>',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, url, end) => {
        // An empty text would leave its line out.
        const text = `x${end}`;
        const some = { ...VPN, url: `https://e.example/${url}`, expires: text, days: text, limit: text };
        const html = page({ name, subscriptions: [some], proxies: text, apps: [] });
        const body = html.slice(html.indexOf('<body>'));
        expect(tagsOf(html).filter((tag) => tag !== 'svg' && tag !== '/svg' && tag !== 'path')).toEqual(
          plain.filter((tag) => tag !== 'svg' && tag !== '/svg' && tag !== 'path'),
        );
        expect(body).not.toMatch(/<script>alert|<img/);
      }),
      { numRuns: 60 },
    );
  });
});
