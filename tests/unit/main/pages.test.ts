import { describe, expect, it } from 'vitest';
import { helpUrl, isHelpUrl, isOwnUrl, pageOf, pageUrl } from '../../../electron/main/pages.ts';

describe('our own addresses', () => {
  it.each([
    'app://desk/',
    'app://welcome/',
    'app://desk/assets/index.js?x#y',
    pageUrl('welcome', { account: 'a/b?c' }),
  ])('%s is ours', (url) => {
    expect(isOwnUrl(url)).toBe(true);
  });

  it.each([
    'app://elsewhere/',
    'app://desk.example.com/',
    'app://desk:1/',
    'app://user@desk/',
    'https://desk/',
    'file:///desk/',
    'about:blank',
    'data:text/html,app://desk/',
    '',
  ])('%s is not', (url) => {
    expect(isOwnUrl(url)).toBe(false);
    expect(pageOf(url)).toBeNull();
  });

  it.each(['en', 'ru'] as const)('of the help in %s are not among the pages that may ask the core', (language) => {
    const url = helpUrl('changes', language);
    expect(url).toBe(`app://help/${language}/changes.html`);
    expect({ isHelp: isHelpUrl(url), isOwn: isOwnUrl(url), page: pageOf(url) }).toEqual({
      isHelp: true,
      isOwn: false,
      page: null,
    });
    for (const other of ['app://desk/', 'app://help:1/', 'https://help/', 'app://user@help/', ''])
      expect(isHelpUrl(other)).toBe(false);
  });

  it('names the page', () => {
    expect(pageOf(pageUrl('desk'))).toBe('desk');
    expect(pageOf(pageUrl('welcome', { account: '42' }))).toBe('welcome');
  });
});
