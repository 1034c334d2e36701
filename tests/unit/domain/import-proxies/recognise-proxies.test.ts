import { describe, expect, it } from 'vitest';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { readProxy } from '#shared/domain/import-proxies/read-proxy.ts';
import { recogniseProxies, recogniseSheet } from '#shared/domain/import-proxies/recognise-proxies.ts';

const ZONE = 'Europe/Moscow';
/** The beginning of the last day of 2026 on this computer, as a wall time of the assumed zone. */
const DAY = wallTimeAt(new Date(2026, 11, 31).getTime(), ZONE);

const NOW = Date.UTC(2026, 5, 1);

/** Reads a whole text as the import does before the user changes anything. */
const readAll = (text: string, loginFirst: boolean | null = null, dayFirst: boolean | null = null) => {
  const { columns, lines, header } = recogniseProxies(text);
  return {
    columns,
    header,
    read: lines.map(({ cells }) =>
      readProxy(cells, { columns, loginFirst, zone: ZONE, now: NOW, dayFirst, isFrom1904: false }),
    ),
  };
};

const WALL = Date.UTC(2026, 11, 31);

describe('a text with proxies', () => {
  it('is read line by line when it has no table', () => {
    const { columns, read } = readAll(
      '203.0.113.7:8000:anna:p;a,s|s"\nbob:secret@203.0.113.8:8001\n\n203.0.113.9:8002\n',
    );
    expect(columns).toEqual(['address']);
    expect(read).toMatchObject([
      { proxy: { ip: '203.0.113.7', port: '8000', username: 'anna', password: 'p;a,s|s"' } },
      { proxy: { ip: '203.0.113.8', port: '8001', username: 'bob', password: 'secret' } },
      { proxy: { ip: '203.0.113.9', port: '8002', username: null, password: null } },
    ]);
  });

  it('is read by the words of its header, in both languages', () => {
    const { columns, header, read } = readAll(
      'ID;Адрес;Порт;Логин;Пароль;Окончание;Страна;Вид;Клиент;Заметка;Цена\n' +
        '77;203.0.113.7;8000;anna;secret;31.12.2026;Германия;IPv4;lena;старый;100\n',
    );
    expect(columns).toEqual([
      'id',
      'host',
      'port',
      'login',
      'password',
      'end',
      'country',
      'kind',
      'client',
      'note',
      'ignore',
    ]);
    expect(header?.[0]).toBe('ID');
    expect(read).toEqual([
      {
        proxy: {
          serviceId: 77,
          ip: '203.0.113.7',
          port: '8000',
          username: 'anna',
          password: 'secret',
          wallEnd: DAY,
          ipv: 4,
          countryCode: 'de',
          client: 'lena',
          note: 'старый',
          faults: [],
          hasOddEnd: false,
        },
      },
    ]);
  });

  it.each(['\t', ';', '|', ','])('is a table without a header, separated by %j', (delimiter) => {
    const lines = [
      ['1001', '203.0.113.7', '8000', 'anna', 'secret', '2026-12-31 00:00:00', 'de'],
      ['1002', '2001:db8::7', '8000', 'bob', 'words', '2027-01-31 10:15:00', 'fr'],
    ];
    const { columns, read } = readAll(lines.map((line) => line.join(delimiter)).join('\r\n'));
    expect(columns).toEqual(['id', 'host', 'port', 'login', 'password', 'end', 'country']);
    expect(read).toMatchObject([
      { proxy: { serviceId: 1001, ip: '203.0.113.7', wallEnd: WALL, countryCode: 'de', ipv: null } },
      { proxy: { serviceId: 1002, ip: '2001:db8::7', countryCode: 'fr', ipv: 6 } },
    ]);
  });

  it('may have a whole proxy in one of its columns', () => {
    const { columns, read } = readAll(
      '203.0.113.7:8000:anna:secret;2026-12-31;DE\n203.0.113.8:8000:anna:other;2026-12-31;DE',
    );
    expect(columns).toEqual(['address', 'end', 'country']);
    expect(read[1]).toMatchObject({ proxy: { ip: '203.0.113.8', password: 'other', wallEnd: DAY } });
  });

  it('may name its addresses after the proxies, with the port in a column of its own', () => {
    const table = 'Proxy;Port;Login;Password\n203.0.113.7;8000;anna;secret\nde7.example.com;8001;bob;words';
    const { columns, read } = readAll(table);
    expect(columns).toEqual(['host', 'port', 'login', 'password']);
    expect(read).toMatchObject([
      { proxy: { ip: '203.0.113.7', port: '8000', username: 'anna', password: 'secret' } },
      { proxy: { ip: 'de7.example.com', port: '8001', username: 'bob', password: 'words' } },
    ]);
    // A port beside whole proxies belongs to something else.
    const whole = readAll('Прокси;Порт\n203.0.113.7:8000:anna:secret;1080');
    expect(whole.columns).toEqual(['address', 'port']);
    expect(whole.read).toMatchObject([{ proxy: { ip: '203.0.113.7', port: '8000', password: 'secret' } }]);
    // Nothing can be a host when the table names another one.
    expect(readAll('Proxy;IP;Port\nde7;203.0.113.7;8000').columns).toEqual(['address', 'host', 'port']);
  });

  it('may have the login and password before the address', () => {
    const { columns } = readAll('anna;secret;203.0.113.7;8000\nbob;words;203.0.113.8;8000');
    expect(columns).toEqual(['login', 'password', 'host', 'port']);
  });

  it('has no proxies when it is about something else', () => {
    const { columns, read } = readAll('Name;Price\nAnna;100\nBob;200');
    expect(columns).toEqual(['address']);
    expect(read).toEqual([{ problem: 'no-proxy' }, { problem: 'no-proxy' }, { problem: 'no-proxy' }]);
  });
});

describe('a line', () => {
  const problemOf = (header: string, line: string) => {
    const [read] = readAll(`${header}\n${line}`).read;
    return read !== undefined && 'problem' in read ? read.problem : undefined;
  };

  it('says what is wrong with it', () => {
    expect(problemOf('ip;port;id', '203.0.113.7;8000;A-17')).toBe('id');
    // A separator within the password has split it.
    expect(
      problemOf('ip;port;login;password', `203.0.113.7;8000;anna;se;cret\n${'203.0.113.8;1;a;b\n'.repeat(4)}`),
    ).toBe('extra-cells');
    expect(problemOf('ip;port', '203.0.113.7;99999')).toBe('no-proxy');
    expect(problemOf('ip;port;password;login', '203.0.113.7;8000;"se\ncret";anna')).toBe('control');
    expect(problemOf('ip;port;note', `203.0.113.7;8000;${'x'.repeat(2_001)}`)).toBe('too-long');
  });

  const faultsOf = (header: string, line: string, dayFirst: boolean | null = null) => {
    const [read] = readAll(`${header}\n${line}`, null, dayFirst).read;
    return read !== undefined && 'proxy' in read ? read.proxy.faults : undefined;
  };

  it.each([
    ['end', 'soon', 'end', 'soon'],
    ['end', '1,76714E+12', 'end', '1,76714E+12'],
    ['end', '03/04/2026', 'end-two-ways', '03/04/2026'],
    ['end', '31.02.2026', 'end-no-such-day', '31.02.2026'],
    ['end', '01.01.1970', 'end-impossible', '01.01.1970'],
    ['end', '-2592000000', 'end-not-begun', '-2592000000'],
    ['kind;kind2', 'IPv5;', 'kind', 'IPv5'],
    ['country', 'Атлантида', 'country', 'Атлантида'],
    ['login', '7,90123E+10', 'login-damaged', '7,90123E+10'],
    ['password', '#NAME?', 'password-damaged', '••••••••'],
    ['note', 'from \ufffd\ufffd', 'characters', ''],
    ['end', 'x'.repeat(300), 'end', `${'x'.repeat(60)}…`],
  ])('says which value of it is left out: %s %j', (column, cell, code, text) => {
    // Another line shows that the column holds kinds at all.
    expect(faultsOf(`ip;port;${column}`, `203.0.113.7;8000;${cell}\n203.0.113.8;8000;IPv4`)).toEqual([{ code, text }]);
  });

  it('has no fault for a cell that says nothing, for an end that never comes, or for one that can be read', () => {
    for (const cell of ['', '-', 'n/a', '0', '∞', '31/12/2026', '12/31/2026', '46387']) {
      expect(faultsOf('ip;port;end', `203.0.113.7;8000;${cell}`)).toEqual([]);
    }
    expect(faultsOf('ip;port;end', '203.0.113.7;8000;03/04/2026', true)).toEqual([]);
  });

  it('keeps an end that is long past or far ahead, and marks it', () => {
    const [read] = readAll('ip;port;end\n203.0.113.7;8000;2099-12-31').read;
    expect(read).toMatchObject({ proxy: { hasOddEnd: true, faults: [] } });
    expect(read).not.toMatchObject({ proxy: { wallEnd: null } });
  });

  it('with two readings is decided by the user', () => {
    const line = 'proxy.example.com:8000:anna.example.com:9000';
    expect(readAll(line).read).toEqual([{ problem: 'two-ways' }]);
    expect(readAll(line, false).read).toMatchObject([{ proxy: { ip: 'proxy.example.com', password: '9000' } }]);
    expect(readAll(line, true).read).toMatchObject([{ proxy: { ip: 'anna.example.com', password: '8000' } }]);
  });

  it.each([
    ['2026-12-31 00:00:00', WALL],
    ['2026-12-31', DAY],
    ['31.12.26', DAY],
    ['31.12.2026 9:05:07', Date.UTC(2026, 11, 31, 9, 5, 7)],
    ['31.12.2026 10:15', Date.UTC(2026, 11, 31, 10, 15)],
    ['2026-12-31T07:15:00Z', Date.UTC(2026, 11, 31, 10, 15)],
    ['1798701300', Date.UTC(2026, 11, 31, 10, 15)],
    ['1798701300000', Date.UTC(2026, 11, 31, 10, 15)],
    ['—', null],
  ])('has the end %s', (end, wallEnd) => {
    const [read] = readAll(`ip;port;end\n203.0.113.7;8000;${end}`).read;
    expect(read).toMatchObject({ proxy: { wallEnd } });
  });
});

describe('a sheet', () => {
  const sheet = (...rows: string[][]) => recogniseSheet(rows.map((cells, index) => ({ line: index + 1, cells })));

  it('may have titles above its header, and columns without a title', () => {
    const table = sheet(
      ['Мои прокси'],
      ['на 1 июня', ''],
      ['IP', 'Порт', 'Окончание'],
      ['203.0.113.7', '8000', '2026-12-31', 'x'],
    );
    expect(table).toMatchObject({ above: 2, header: ['IP', 'Порт', 'Окончание'], lines: [{ line: 4 }] });
    expect(table.columns).toEqual(['host', 'port', 'end', 'ignore']);
  });

  it('may have whole proxies in its only column', () => {
    expect(sheet(['203.0.113.7:8000:anna:secret'], ['what is this?'])).toMatchObject({
      columns: ['address'],
      header: null,
      lines: [{ line: 1 }, { line: 2 }],
    });
  });

  it('does not take the protocols of a supplier for kinds', () => {
    expect(sheet(['IP', 'Port', 'Type'], ['203.0.113.7', '8000', 'SOCKS5']).columns).toEqual([
      'host',
      'port',
      'ignore',
    ]);
  });
});

it('is recognised in linear time', () => {
  const cpu = (text: string): number => {
    const before = process.cpuUsage();
    readAll(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const line = '203.0.113.7:8000:anna:secret;2026-12-31;DE\n';
  const short = line.repeat(4_000);
  readAll(short);
  const four = cpu(short) + cpu(short) + cpu(short) + cpu(short);
  expect(cpu(line.repeat(16_000))).toBeLessThan(4 * four);
});
