import { describe, expect, it } from 'vitest';
import { resolveLanguage } from '#shared/domain/language.ts';

describe('the language of the app', () => {
  it.each(['ru', 'ru-RU', 'be-BY', 'kk', 'uk-UA', 'RU'])('is Russian on a desktop in %s', (locale) => {
    expect(resolveLanguage('system', locale)).toBe('ru');
  });

  it.each(['en-US', 'de', 'bem-ZM', 'run-BI', ''])('is English on a desktop in “%s”', (locale) => {
    expect(resolveLanguage('system', locale)).toBe('en');
  });

  it('is the chosen one, whatever the language of the desktop', () => {
    expect(resolveLanguage('en', 'ru-RU')).toBe('en');
    expect(resolveLanguage('ru', 'en-US')).toBe('ru');
  });
});
