import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fileNameFromTemplate,
  MAX_FILE_NAME_BYTES,
  sanitizeFileName,
  templateProblem,
} from '#shared/domain/file-name.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;

describe('sanitizeFileName', () => {
  it('makes a name that every system accepts from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const name = sanitizeFileName(`${text}.txt`);
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u);
        expect(name).not.toMatch(/^[\s.-]|[\s.]$/);
        expect(name.replace(/\p{Extended_Pictographic}.{0,2}[\u200d\ufe0f]/gu, '')).not.toMatch(/[\p{Cf}\p{DI}]/u);
        expect(bytes(name)).toBeLessThanOrEqual(MAX_FILE_NAME_BYTES);
        expect(name.length).toBeGreaterThan(0);
        expect(sanitizeFileName(name)).toBe(name);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['console.txt', 'console.txt'],
    ['a/b\\c:d', 'a_b_c_d'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['name. . .', 'name'],
    ['tab\tand\nline', 'tab and line'],
    ['con .x', '_con.x'],
    ['NUL \u00a0 .tar.gz', '_NUL .tar.gz'],
    ['lpt1 ', '_lpt1'],
    ['-rf.txt', '_rf.txt'],
    ['--help', '_-help'],
    ['\u200c-rf', '_rf'],
    ['. -rf', '_rf'],
    ['-.txt', '_.txt'],
    ['a-b - c.txt', 'a-b - c.txt'],
    ['a\u061cb\u200cc\u3164d\u00ade\u115ff\u180eg\ufff9h\u{e0041}i\ufe0fj\u200dk.txt', 'abcdefghijk.txt'],
    ['a\u2800b.txt', 'a b.txt'],
    ['❤️‍🔥 👩🏽‍💻 ☺️.txt', '❤️‍🔥 👩🏽‍💻 ☺️.txt'],
    ['evil\u202Etxt.exe', 'eviltxt.exe'],
    ['a \u200B b.txt', 'a b.txt'],
    ['', 'list'],
    ['...', 'list'],
    ['Иван — «прокси» 😀.txt', 'Иван — «прокси» 😀.txt'],
  ])('turns %j into %j', (name, expected) => {
    expect(sanitizeFileName(name)).toBe(expected);
  });

  it('keeps the extension and whole characters of a long name', () => {
    const name = sanitizeFileName(`${'👨‍👩‍👧'.repeat(60)}.txt`);
    expect(name.endsWith('👨‍👩‍👧.txt')).toBe(true);
    expect(bytes(name)).toBeLessThanOrEqual(MAX_FILE_NAME_BYTES);
  });
});

describe('fileNameFromTemplate', () => {
  it('fills in known fields and leaves a mistake visible', () => {
    const values = { client: 'Shop / 1', pool: 'mobile', date: '2026-02-03' };
    expect(fileNameFromTemplate('{client}_{pool}_{date}.txt', values)).toBe('Shop _ 1_mobile_2026-02-03.txt');
    expect(fileNameFromTemplate('{clint}', values)).toBe('{clint}.txt');
    const nowhere = { ...values, country: '' };
    expect(fileNameFromTemplate('{pool}_{country}_{date}', nowhere)).toBe('mobile_2026-02-03.txt');
    expect(fileNameFromTemplate('{pool}_{country}', nowhere)).toBe('mobile.txt');
    expect(fileNameFromTemplate('{country}_{pool}', nowhere)).toBe('mobile.txt');
    expect(fileNameFromTemplate('list-{country}.csv', nowhere)).toBe('list.csv');
  });

  it('does not read a value as a template or an extension', () => {
    expect(fileNameFromTemplate('{client}', { client: '{pool}', pool: 'x' })).toBe('{pool}.txt');
    expect(fileNameFromTemplate('{client}', { client: 'acme.io' })).toBe('acme.io.txt');
  });
});

describe('templateProblem', () => {
  it.each([
    ['{client', 'template-brace'],
    ['client}.txt', 'template-brace'],
    ['{client}_{pool', 'template-brace'],
    ['{}', 'template-part-unknown'],
    ['{clint}.txt', 'template-part-unknown'],
    ['CON', 'template-reserved'],
    [' nul.txt', 'template-reserved'],
    ['a:{client}', 'template-characters'],
    ['what?', 'template-characters'],
    ['tab\there', 'template-characters'],
    ['a\u061cb', 'template-characters'],
    ['a\u3164{client}', 'template-characters'],
    ['con .{client}', 'template-reserved'],
    ['a/b', 'template-has-folder'],
    ['  ', 'template-empty'],
    ['console {client}.txt', undefined],
    ['{client}_{pool}_{country}_{date}.txt', undefined],
    ['{client}', undefined],
  ])('finds the problem of %j: %s', (template, code) => {
    expect(templateProblem(template)?.code).toBe(code);
  });

  it('lets nothing be changed silently: a template without fields is the name itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (text) => {
        const name = `a${text}b.txt`;
        fc.pre(templateProblem(name) === undefined && !name.includes('{'));
        expect(fileNameFromTemplate(name, {})).toBe(name.normalize('NFC').replace(/\s+/g, ' '));
      }),
    );
  });
});
