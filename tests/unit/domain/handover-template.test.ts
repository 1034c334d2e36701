import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handoverWords } from '#core/views/handover/message-words.ts';
import { ownTemplate } from '#core/views/handover/templates.ts';
import {
  emptyFields,
  fillTemplate,
  HANDOVER_FIELDS,
  type HandoverValues,
  unknownFields,
} from '#shared/domain/handover-template.ts';
import { LANGUAGES } from '#shared/domain/language.ts';

const NONE: HandoverValues = {
  name: '',
  link: '',
  expires: '',
  days: '',
  limit: '',
  proxies: '',
  checked_at: '',
  traffic: '',
  date: '',
  price: '',
  paid_until: '',
};
const VPN = { link: 'https://sub.example/abc', expires: '21.12.2026', days: '30 days left', limit: '100 GB' };
const PROXIES = { proxies: 'gw.example:1:a:b\ngw.example:2:a:b', traffic: 'residential 5 GB' };
const values = (some: Partial<HandoverValues>): HandoverValues => ({ ...NONE, name: 'Anna', ...some });

describe('the default message', () => {
  it.each(LANGUAGES)('makes sense for each kind of client (%s)', (language) => {
    const template = ownTemplate(language);
    expect(unknownFields(template)).toEqual([]);
    const vpn = fillTemplate(template, values(VPN));
    expect(vpn).toContain(VPN.link);
    expect(vpn).not.toMatch(/proxies|прокси/i);
    const proxies = fillTemplate(template, values(PROXIES));
    expect(proxies).toContain(PROXIES.proxies);
    expect(proxies).not.toMatch(/VPN/);
    const both = fillTemplate(template, values({ ...VPN, ...PROXIES }));
    for (const text of Object.values({ ...VPN, ...PROXIES })) expect(both).toContain(text);
    for (const text of [vpn, proxies, both, fillTemplate(template, values({}))]) {
      expect(text).toContain('Anna');
      expect(text).not.toMatch(/[{}]|\n\n\n|\(\)/);
    }
  });

  it('leaves out a line that has nothing to say', () => {
    const text = fillTemplate(ownTemplate('en'), values({ ...VPN, limit: '' }));
    expect(text).toContain('Valid until 21.12.2026 (30 days left).');
    expect(text).not.toContain('Traffic');
  });
});

describe('a template', () => {
  it('keeps unknown fields, and names each once', () => {
    expect(fillTemplate('{name} {nmae} {Name} {}', values({}))).toBe('Anna {nmae} {Name} {}');
    expect(unknownFields('Checked {checked_at.\nprice} and {name} {smile')).toEqual(['{checked_at', 'price}']);
    expect(unknownFields('{name} {nmae} {nmae} {Name} { link }')).toEqual(['{nmae}', '{Name}', '{ link }']);
  });

  it('does not read the inserted values as a template', () => {
    expect(fillTemplate('{name}: {link}', values({ name: '{link}', link: '$& {name}' }))).toBe('{link}: $& {name}');
    expect(fillTemplate('{__proto__} {constructor}', values({}))).toBe('{__proto__} {constructor}');
  });

  it('keeps paragraphs apart, on whatever system it was typed', () => {
    expect(fillTemplate('a\r\n\r\n{link}\r\n\r\nb\r\nc', values({}))).toBe('a\n\nb\nc');
    expect(fillTemplate('a\n \n\n\nb', values({}))).toBe('a\n\nb');
    expect(fillTemplate(' \n\n  a\n\n  b\n\n ', values({}))).toBe('  a\n\n  b');
  });

  it('names its empty fields', () => {
    expect(emptyFields('{name} {link} {days}', values({ days: '3' }))).toEqual(['link']);
  });

  it('is filled completely: every given value appears, every known field is gone, and nothing else is lost', () => {
    const word = fc.stringMatching(/^[a-zа-я]{1,8}$/);
    const piece = fc.oneof(word, fc.constantFrom(...HANDOVER_FIELDS.map((field) => `{${field}}`)), fc.constant(' '));
    const line = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
    const paragraph = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'));
    const template = fc.array(paragraph, { maxLength: 5 }).map((parts) => parts.join('\n\n'));
    const given = fc.record(
      Object.fromEntries(HANDOVER_FIELDS.map((field) => [field, fc.constantFrom('', `<${field}>`)])),
    );
    fc.assert(
      fc.property(template, given, (text, some) => {
        const filled = fillTemplate(text, { ...NONE, ...some });
        for (const field of HANDOVER_FIELDS) {
          expect(filled).not.toContain(`{${field}}`);
          const value = some[field] ?? '';
          if (value !== '' && text.includes(`{${field}}`)) expect(filled).toContain(value);
        }
        const plain = text.split('\n').filter((one) => !one.includes('{') && one.trim() !== '');
        if (!text.includes('{')) for (const one of plain) expect(filled).toContain(one.trimEnd());
      }),
    );
  });
});

describe('the words of a message', () => {
  it('follow the plural rules of the language', () => {
    const ru = handoverWords('ru');
    expect([1, 2, 5, 21].map((days) => ru.days(days, false))).toEqual([
      'остался 1 день',
      'осталось 2 дня',
      'осталось 5 дней',
      'остался 21 день',
    ]);
    const en = handoverWords('en');
    expect([en.days(1, false), en.days(2, false), en.days(0, false), en.days(-3, true), en.days(0, true)]).toEqual([
      '1 day left',
      '2 days left',
      'ends today',
      'ended',
      'ended',
    ]);
  });

  it('call a limit of 0 unlimited', () => {
    expect(handoverWords('en').limit(0)).toBe('unlimited');
    // The service gives bytes. A limit of whole GiB is shown in GiB, as on the card; any other is shown in GB.
    expect(handoverWords('ru').limit(107_374_182_400)).toBe('100\u00a0ГиБ');
    expect(handoverWords('en').limit(50_500_000_000)).toBe('50.5 GB');
  });

  it('insert a file name unchanged', () => {
    expect(handoverWords('en').inFile(1500, 'a$&b {n} {{count}} $t(vpn:title).txt')).toBe(
      '1,500 proxies in the file a$&b {n} {{count}} $t(vpn:title).txt',
    );
  });
});
