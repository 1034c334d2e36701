import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handoverWords } from '#core/views/handover/message-words.ts';
import { ownTemplate } from '#core/views/handover/templates.ts';
import {
  emptyFields,
  fillTemplate,
  HANDOVER_FIELDS,
  type HandoverValues,
  templateProblems,
} from '#shared/domain/handover-template.ts';
import { LANGUAGES } from '#shared/domain/language.ts';
import { MESSAGE_KINDS } from '#shared/domain/message-kinds.ts';

const NONE = Object.fromEntries(HANDOVER_FIELDS.map((field) => [field, ''])) as HandoverValues;
const VPN = { link: 'https://sub.example/abc', expires: '21.12.2026', days: '30 days left', limit: '100 GB' };
const PROXIES = { proxies: 'gw.example:1:a:b\ngw.example:2:a:b', traffic: 'residential 5 GB' };
const values = (some: Partial<HandoverValues>): HandoverValues => ({ ...NONE, name: 'Anna', ...some });
/** Fills in a template for a client with one subscription if the values have a link, and with none otherwise. */
const fill = (template: string, of: HandoverValues, each = of.link === '' ? [] : [of]): string =>
  fillTemplate(template, { values: of, each, unknown: 'not known' });
const unknownFields = (template: string): readonly string[] => [
  ...new Set(templateProblems(template).map(({ text }) => text)),
];

describe('the default message', () => {
  it.each(LANGUAGES)('makes sense for each kind of client (%s)', (language) => {
    const template = ownTemplate(language);
    expect(unknownFields(template)).toEqual([]);
    const vpn = fill(template, values(VPN));
    expect(vpn).toContain(VPN.link);
    expect(vpn).not.toMatch(/proxies|прокси/i);
    const proxies = fill(template, values(PROXIES));
    expect(proxies).toContain(PROXIES.proxies);
    expect(proxies).not.toMatch(/VPN/);
    const both = fill(template, values({ ...VPN, ...PROXIES }));
    for (const text of Object.values({ ...VPN, ...PROXIES })) expect(both).toContain(text);
    for (const text of [vpn, proxies, both, fill(template, values({}))]) {
      expect(text).toContain('Anna');
      expect(text).not.toMatch(/[{}]|\n\n\n|\(\)/);
    }
  });

  it('leaves out a line that has nothing to say', () => {
    const text = fill(ownTemplate('en'), values({ ...VPN, limit: '' }));
    expect(text).toContain('Valid until 21.12.2026 (30 days left).');
    expect(text).not.toContain('Traffic');
  });
});

describe('the message of each occasion', () => {
  const debt = { debt: '300 ₽', low_traffic: 'mobile 0.2 GB', price: '900 ₽' };
  const two = [values({ ...VPN, number: '1' }), values({ ...VPN, number: '2', link: 'https://sub.example/def' })];

  it.each(LANGUAGES)('has only known fields, and says nothing of what is not known (%s)', (language) => {
    for (const message of MESSAGE_KINDS) {
      const template = ownTemplate(language, message);
      expect(templateProblems(template)).toEqual([]);
      for (const text of [fill(template, values({})), fill(template, values({ ...VPN, ...debt }), two)]) {
        expect(text).toContain('Anna');
        expect(text).not.toMatch(/[{}]|undefined|null|NaN|\(\)|not known|: *\.?(?:\n\n|$)| {2}/);
      }
    }
  });

  it('names the end, the debt or the traffic that it is about', () => {
    const said = (message: (typeof MESSAGE_KINDS)[number]) =>
      fill(ownTemplate('en', message), values({ ...VPN, ...debt }));
    expect(said('ending')).toContain('Your VPN ends on 21.12.2026 (30 days left).');
    expect(said('ended')).toContain('Your VPN ended on 21.12.2026.');
    expect(said('debt')).toContain('You still owe 300 ₽.');
    expect(said('low-traffic')).toContain('Left: mobile 0.2 GB.');
    // Without a price the request to reply stays.
    expect(fill(ownTemplate('en', 'ending'), values(VPN))).toContain('To renew it, just reply to this message.');
  });

  it('gives each of several subscriptions a block of its own', () => {
    const text = fill(ownTemplate('en'), values(VPN), two);
    expect(text).toContain('VPN 1\nhttps://sub.example/abc\nValid until 21.12.2026 (30 days left).');
    expect(text).toContain('\n\nVPN 2\nhttps://sub.example/def\nValid until 21.12.2026 (30 days left).');
    expect(fill(ownTemplate('en', 'ending'), values(VPN), two)).toContain('Your VPN 2 ends on');
  });
});

describe('a template', () => {
  it('keeps unknown fields, and names each once', () => {
    expect(fill('{name} {nmae} {Name} {}', values({}))).toBe('Anna {nmae} {Name} {}');
    expect(unknownFields('Checked {checked_at.\nprice} and {name} {smile')).toEqual(['{checked_at', 'price}']);
    expect(unknownFields('{name} {nmae} {nmae} {Name} { link }')).toEqual(['{nmae}', '{Name}', '{ link }']);
  });

  it('does not read the inserted values as a template', () => {
    expect(fill('{name}: {link}', values({ name: '{link}', link: '$& {name}' }))).toBe('{link}: $& {name}');
    expect(fill('{__proto__} {constructor}', values({}))).toBe('{__proto__} {constructor}');
  });

  it('keeps paragraphs apart, on whatever system it was typed', () => {
    expect(fill('a\r\n\r\n{link}\r\n\r\nb\r\nc', values({}))).toBe('a\n\nb\nc');
    expect(fill('a\n \n\n\nb', values({}))).toBe('a\n\nb');
    expect(fill(' \n\n  a\n\n  b\n\n ', values({}))).toBe('  a\n\n  b');
  });

  it('repeats a part for each subscription, on lines of its own or within a line', () => {
    const two = [values({ link: 'one', number: '1' }), values({ link: 'two', number: '2' })];
    expect(fill('a\n{each}\n{number}: {link}\n{/each}\nb', values({}), two)).toBe('a\n1: one\n2: two\nb');
    expect(fill('Links: {each}{link}; {/each}end', values({}), two)).toBe('Links: one; two; end');
    expect(fill('{each}{link} {/each}and {each}{number}{/each}', values({}), two)).toBe('one two and 12');
    expect(fill('{each}\n{link}\n\n{/each}\nb', values({}), two)).toBe('one\n\ntwo\n\nb');
  });

  it('leaves out a repeated part with its heading if there is no subscription, and nothing beyond', () => {
    expect(fill('VPN:\n{each}\nNo. {number}\n\n{link}\n{/each}\n\nBye', values({}), [])).toBe('Bye');
    expect(fill('VPN:\n{each}\n{link}\n\n{/each}\nBye', values({}), [])).toBe('Bye');
    expect(fill('Hi {name}\n{each}\n{link}\n{/each}\nBye', values({}), [])).toBe('Hi Anna\nBye');
  });

  it('keeps an end of a repeated part without the other as typed, and says so', () => {
    const one = [values({ link: 'one' })];
    expect(fill('{each}\n{link}', values({ link: 'all' }), one)).toBe('{each}\nall');
    expect(fill('{/each} {each} {each}{link}{/each}', values({}), one)).toBe('{/each} {each} one');
    expect(templateProblems('{each}\n{link} {/each}')).toEqual([]);
    expect(templateProblems('a\n {/each}\r\n{each} {each}{/each}')).toEqual([
      { code: 'unpaired', text: '{/each}', line: 2 },
      { code: 'unpaired', text: '{each}', line: 3 },
    ]);
  });

  it('says in which line a field is wrong, and which was probably meant', () => {
    expect(templateProblems('{name}\n{lnik} {Name}\n\n{expire} {prices} {smile} {}')).toEqual([
      { code: 'unknown', text: '{lnik}', line: 2, meant: 'link' },
      { code: 'unknown', text: '{Name}', line: 2, meant: 'name' },
      { code: 'unknown', text: '{expire}', line: 4, meant: 'expires' },
      { code: 'unknown', text: '{prices}', line: 4, meant: 'price' },
      { code: 'unknown', text: '{smile}', line: 4 },
      { code: 'unknown', text: '{}', line: 4 },
    ]);
  });

  it('says that a value is not known where its line has others', () => {
    const some = values({ link: 'L', name: '' });
    expect(fill('{link}, until {expires}', some)).toBe('L, until not known');
    expect(fill('Until {expires}\n{link}', some)).toBe('L');
    expect(fill('Hello, {name}! Here: {link}', some)).toBe('Hello! Here: L');
    expect(fill('{name}, here: {link}', some)).toBe('here: L');
    expect(fill('Well, yes! {name}, here: {link}', some)).toBe('Well, yes! here: L');
    expect(fill('VPN {number}: {link}', some)).toBe('VPN: L');
    expect(fill('VPN {number} ends {link}', some)).toBe('VPN ends L');
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
        const filled = fill(text, { ...NONE, ...some });
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
