import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { restoreCell } from '#shared/domain/csv-writer.ts';
import {
  compileLayout,
  LAYOUT_PRESET_NAMES,
  LAYOUT_PRESETS,
  type LaidOutLine,
  type LaidOutProxy,
  type LineLayout,
  layoutProblems,
  unknownLayoutFields,
} from '#shared/domain/line-layout.ts';

const PROXY: LaidOutProxy = {
  scheme: 'socks5',
  host: 'gw.example.com',
  port: '8000',
  login: 'anna',
  password: 'pa55word',
  country: 'DE',
  end: '2027-03-31',
  client: 'Anna',
};
const HOSTILE = 'p:@/?#[] "\'%é=1';

const layOut = (layout: LineLayout, some: Partial<LaidOutProxy> = {}, number = 1): LaidOutLine =>
  compileLayout(layout, '\n').layOut({ ...PROXY, ...some }, number);
const lineOf = (layout: LineLayout, some: Partial<LaidOutProxy> = {}): string => {
  const laidOut = layOut(layout, some);
  return 'line' in laidOut ? laidOut.line : `left out: ${laidOut.reason} ${laidOut.field}`;
};
const plain = (line: string): LineLayout => ({ kind: 'lines', line, values: 'plain', head: '' });
/** Returns a whole file of these proxies. */
const fileOf = (layout: LineLayout, proxies: readonly Partial<LaidOutProxy>[], lineEnd = '\n'): string => {
  const { head, between, foot, layOut: each } = compileLayout(layout, lineEnd);
  const lines = proxies.map((some, index) => each({ ...PROXY, ...some }, index + 1));
  return head + lines.map((one) => ('line' in one ? one.line : '')).join(between) + foot;
};

describe('the ready layouts', () => {
  it('have no problems, and lay out an ordinary proxy', () => {
    for (const name of LAYOUT_PRESET_NAMES) {
      expect(layoutProblems(LAYOUT_PRESETS[name]), name).toEqual([]);
      expect(lineOf(LAYOUT_PRESETS[name]), name).not.toMatch(/^left out|undefined|null|\{[a-z]+\}/);
    }
  });

  it('are read back as addresses, with any password', () => {
    for (const password of ['pa55word', HOSTILE, 'пароль']) {
      for (const layout of [LAYOUT_PRESETS.url, LAYOUT_PRESETS.foxyproxy]) {
        const url = new URL(lineOf(layout, { password }).replace(/^socks5:/, 'http:'));
        expect([url.hostname, url.port, decodeURIComponent(url.username), decodeURIComponent(url.password)]).toEqual([
          'gw.example.com',
          '8000',
          'anna',
          password,
        ]);
      }
    }
    expect(new URL(lineOf(LAYOUT_PRESETS.foxyproxy)).searchParams.get('title')).toBe('DE-1');
    expect(new URL(lineOf(LAYOUT_PRESETS.url, { host: '[2001:db8::1]', scheme: 'http' })).hostname).toBe(
      '[2001:db8::1]',
    );
  });

  it('have the documented forms', () => {
    expect(lineOf(LAYOUT_PRESETS.typed)).toBe('socks5://gw.example.com:8000:anna:pa55word');
    expect(lineOf(LAYOUT_PRESETS.openbullet)).toBe('(socks5)gw.example.com:8000:anna:pa55word');
    expect(lineOf(LAYOUT_PRESETS.proxychains)).toBe('socks5 gw.example.com 8000 anna pa55word');
    // host:port [protocol] [name] [login] [password]
    const smart = /^([\w.-]+):(\d+) \[(\w+)\] \[([\w\s:.-]+)\] \[([^\]]+)\] \[([^\]]+)\]$/;
    expect(smart.exec(lineOf(LAYOUT_PRESETS.smartproxy))?.slice(1)).toEqual([
      'gw.example.com',
      '8000',
      'socks5',
      'DE-1',
      'anna',
      'pa55word',
    ]);
  });

  it('make YAML of which each entry is JSON, which YAML contains', () => {
    const [head, first = '', second = '', end] = fileOf(LAYOUT_PRESETS.clash, [
      { password: HOSTILE },
      { host: '[2001:db8::1]', country: '' },
    ]).split('\n');
    expect([head, end]).toEqual(['proxies:', '']);
    expect(first.startsWith('  - ')).toBe(true);
    expect(JSON.parse(first.slice(4))).toEqual({
      name: 'DE-1',
      type: 'socks5',
      server: 'gw.example.com',
      port: 8000,
      username: 'anna',
      password: HOSTILE,
    });
    expect(JSON.parse(second.slice(4))).toMatchObject({ name: 'proxy-2', server: '2001:db8::1' });
  });

  it('make a table whose cells are not formulas and are read back, and JSON', () => {
    const formula = '=HYPERLINK("https://evil.example";"x")';
    const csv = fileOf(LAYOUT_PRESETS.csv, [{ password: formula }, { end: '', country: '' }]);
    expect(csv.startsWith('\ufeffscheme;host;port;login;password;country;end\r\n')).toBe(true);
    const { data } = Papa.parse<string[]>(csv.slice(1), { delimiter: ';' });
    expect(data[1]?.[4]).not.toMatch(/^=/);
    expect(data[1]?.map(restoreCell)).toEqual([
      'socks5',
      'gw.example.com',
      '8000',
      'anna',
      formula,
      'DE',
      '2027-03-31',
    ]);
    expect(data[2]?.slice(5)).toEqual(['', '']);
    expect(JSON.parse(fileOf(LAYOUT_PRESETS.json, [{ password: formula }, { end: '' }]))).toMatchObject([
      { host: 'gw.example.com', port: 8000, password: formula, end: '2027-03-31' },
      { end: null },
    ]);
  });
});

describe('a layout', () => {
  it('leaves out a proxy that lacks what it needs, and says what', () => {
    expect(layOut(LAYOUT_PRESETS.url, { password: '' })).toEqual({ reason: 'missing', field: 'password' });
    expect(layOut(LAYOUT_PRESETS.csv, { login: '' })).toEqual({ reason: 'missing', field: 'login' });
    expect(layOut(plain('{host}:{port}'), { login: '', password: '' })).toEqual({ line: 'gw.example.com:8000' });
    expect(layOut(plain('{host} {country}{end}'), { country: '', end: '' })).toEqual({ line: 'gw.example.com ' });
  });

  it('leaves out a value with a character that stands between its fields', () => {
    const own = plain('{host}:{port}|{login}|{password}');
    expect(layOut(own, { password: 'a|b' })).toEqual({ reason: 'separator', field: 'password' });
    expect(layOut(own, { login: 'a:b' })).toEqual({ reason: 'separator', field: 'login' });
    expect(layOut(own, { login: 'a b' })).toEqual({ reason: 'separator', field: 'login' });
    expect(layOut(own, { password: 'a@b' })).toEqual({ line: 'gw.example.com:8000|anna|a@b' });
    // The colons of an address in brackets do not separate anything.
    expect(layOut(own, { host: '[::1]' })).toEqual({ line: '[::1]:8000|anna|pa55word' });
  });

  it('names what cannot be used', () => {
    expect(layoutProblems(plain(' '))).toEqual([{ field: 'line', code: 'required' }]);
    expect(layoutProblems(plain('host:port'))).toEqual([{ field: 'line', code: 'layout-no-field' }]);
    expect(layoutProblems(plain('{host}\n{port}'))).toEqual([{ field: 'line', code: 'layout-one-line' }]);
    expect(layoutProblems(plain('{host}\t{port}'))).toEqual([]);
    expect(layoutProblems(plain('{host}:{prot}'))).toEqual([
      { field: 'line', code: 'layout-field-unknown', params: { field: '{prot}' } },
    ]);
    expect(layoutProblems({ ...plain('{host}'), head: 'a\u0000' } as LineLayout)).toMatchObject([{ field: 'head' }]);
    expect(layoutProblems({ kind: 'csv', fields: [] })).toEqual([{ field: 'fields', code: 'required' }]);
    expect(unknownLayoutFields('{ "a": {host}, {} {foo} {foo} }')).toEqual(['{foo}']);
  });

  it('writes the head with the line ends of the file', () => {
    const layout: LineLayout = { kind: 'lines', line: '{host}', values: 'plain', head: '# list\nof proxies' };
    expect(fileOf(layout, [{}, {}], '\r\n')).toBe('# list\r\nof proxies\r\ngw.example.com\r\ngw.example.com\r\n');
  });

  it('never makes two lines of one proxy, whatever its texts contain', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const proxy = fc.record({ login: text, password: text, client: text, country: text, end: text });
    const layouts: readonly LineLayout[] = [
      ...LAYOUT_PRESET_NAMES.map((name) => LAYOUT_PRESETS[name]),
      plain('{login}{password}{client}{country}{end}{label}'),
      { kind: 'csv', fields: ['client', 'country', 'end', 'label'] },
      { kind: 'json', fields: ['client', 'label'] },
    ];
    fc.assert(
      fc.property(proxy, fc.constantFrom(...layouts), (some, layout) => {
        const laidOut = layOut(layout, some);
        if ('line' in laidOut) expect(laidOut.line).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
