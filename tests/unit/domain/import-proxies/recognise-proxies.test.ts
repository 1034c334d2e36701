import { describe, expect, it } from 'vitest';
import { wallTimeAt } from '#shared/domain/assumed-zone.ts';
import { readProxy } from '#shared/domain/import-proxies/read-proxy.ts';
import { recogniseProxies } from '#shared/domain/import-proxies/recognise-proxies.ts';

const ZONE = 'Europe/Moscow';
/** The beginning of the last day of 2026 on this computer, as a wall time of the assumed zone. */
const DAY = wallTimeAt(new Date(2026, 11, 31).getTime(), ZONE);

/** Reads a whole text as the import does before the user changes anything. */
const readAll = (text: string, loginFirst: boolean | null = null) => {
  const { columns, lines, header } = recogniseProxies(text);
  return {
    columns,
    header,
    read: lines.map(({ cells }) => readProxy(cells, { columns, loginFirst, zone: ZONE })),
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
    expect(problemOf('ip;port;end', '203.0.113.7;8000;31/12/2026')).toBe('end');
    expect(problemOf('ip;port;end', '203.0.113.7;8000;31.02.2026')).toBe('end');
    expect(problemOf('ip;port', '203.0.113.7;99999')).toBe('no-proxy');
    expect(problemOf('ip;port;password;login', '203.0.113.7;8000;"se\ncret";anna')).toBe('control');
    expect(problemOf('ip;port;note', `203.0.113.7;8000;${'x'.repeat(2_001)}`)).toBe('too-long');
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
