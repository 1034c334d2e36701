import { describe, expect, it } from 'vitest';
import { recogniseColumns } from '#shared/domain/csv-recognise.ts';

const rowsOf = (text: string): string[][] => text.split('\n').map((line) => line.split(';'));
const columnsOf = (text: string) => recogniseColumns(rowsOf(text)).columns.join(' ');
const NOTHING_OPEN = { messengerId: [], clientKey: [], counting: [] };

describe('the content of each column', () => {
  it.each([
    ['Messenger ID;Client key;Name', 'messengerId clientKey name'],
    ['ID в мессенджере;Ключ клиента;Имя', 'messengerId clientKey name'],
    ['telegram_id;LOGIN;ФИО', 'messengerId clientKey name'],
    ['ID клиента в Telegram;Логин;Клиент', 'messengerId clientKey name'],
    ['ТГ айди;Ключ;Клиент', 'messengerId clientKey name'],
    ['номер;Ключ;Клиент', 'messengerId clientKey name'],
    ['id;id;key', 'messengerId ignore clientKey'],
  ])('is recognised by the header %j', (header, columns) => {
    const found = recogniseColumns(rowsOf(`${header}\n100200300;k1;Анна\n-100200300;k2;Борис`));
    expect(found.columns.join(' ')).toBe(columns);
    expect(found).toMatchObject({ above: 0, hasHeader: true, unsure: NOTHING_OPEN });
  });

  it.each([
    [
      'a number of the row before it',
      'ID;Telegram ID;Username\n1;5012345678;orlov\n2;7100200300;masha',
      'ignore messengerId clientKey',
    ],
    [
      'an index with gaps',
      'id;username;telegramId\n17;orlov;5012345678\n25;masha;7100200300',
      'ignore clientKey messengerId',
    ],
    ['one line only', 'ID;Telegram ID;Key\n845;5012345678;a', 'ignore messengerId clientKey'],
    [
      'a sign for the number',
      '№;Имя;Телега (цифры);Логин\n1;А;5012345678;a\n2;Б;7100200300;b',
      'ignore name messengerId clientKey',
    ],
    [
      'a phone before it',
      'Телефон;Телега;Логин\n79012345678;5012345678;a\n79098765432;7100200300;b',
      'ignore messengerId clientKey',
    ],
    ['ids that some lack', 'id;telegram_id;key\n31;;a\n32;5012345678;b\n33;;c', 'ignore messengerId clientKey'],
    ['names below the messenger', 'Telegram;ID;Key\n@a;5012345678;a\n@b;7100200300;b', 'ignore messengerId clientKey'],
    ['our own words, whatever they hold', 'ID в мессенджере;Ключ клиента\n1;a\n2;b', 'messengerId clientKey'],
    [
      'our own word for the key',
      'ID;Username;Client key\n5012345678;orlov;k1\n7100200300;masha;k2',
      'messengerId ignore clientKey',
    ],
  ])('is not mistaken for %s', (_, text, columns) => {
    const { columns: found, unsure } = recogniseColumns(rowsOf(text));
    expect(found.join(' ')).toBe(columns);
    expect([unsure.messengerId, unsure.clientKey]).toEqual([[], []]);
  });

  it('is found without a header, and row numbers are not taken for ids', () => {
    expect(recogniseColumns(rowsOf('k1;100200300;Анна\nk2;-100200300;Борис'))).toEqual({
      above: 0,
      hasHeader: false,
      columns: ['clientKey', 'messengerId', 'name'],
      unsure: NOTHING_OPEN,
    });
    expect(columnsOf('1;orlov;5012345678;Кирилл\n2;masha;7100200300;Мария')).toBe('ignore clientKey messengerId name');
  });

  it('is never read from a line of data taken for a header', () => {
    expect(recogniseColumns(rowsOf('100200300;key;Name\n100200301;k2;Анна')).hasHeader).toBe(false);
  });
});

describe('the question to the user', () => {
  it.each([
    ['two of one exactness', 'User ID;Chat ID;Key\n5012345678;4012345678;a\n7100200300;6100200300;b', [0, 1]],
    ['numbers without a header', '5012345678;a;79012345678\n7100200300;b;79098765432', [0, 2]],
    ['a phone alone', 'Контакт;Логин\n79012345678;a\n79098765432;b', [0]],
    [
      'a name below the exact word, numbers below another',
      'Telegram ID;ID;Key\n@a;5012345678;a\n@b;7100200300;b',
      [0, 1],
    ],
  ])('concerns the column of the ids for %s', (_, text, couldBe) => {
    const { columns, unsure } = recogniseColumns(rowsOf(text));
    expect(columns).not.toContain('messengerId');
    expect(unsure.messengerId).toEqual(couldBe);
  });

  it('concerns the column of the ids if the only numbers count the lines, with or without a sum below them', () => {
    for (const text of ['ID;Логин\n1;a\n2;b\n3;c', 'ID;Логин\n1;a\n2;b\n3;c\nИтого;3', '1;a\n2;b\n3;c']) {
      const { columns, unsure } = recogniseColumns(rowsOf(text));
      expect(columns).not.toContain('messengerId');
      expect(unsure).toMatchObject({ messengerId: [], counting: [0] });
    }
  });

  it('concerns the column of the keys if two fit equally well, unless one is empty', () => {
    const asked = recogniseColumns(rowsOf('Telegram ID;Login;Username\n5012345678;a;b\n7100200300;c;d'));
    expect(asked.columns).not.toContain('clientKey');
    expect(asked.unsure.clientKey).toEqual([1, 2]);
    expect(columnsOf('Telegram ID;Login;Username\n5012345678;;b\n7100200300;;d')).toBe('messengerId ignore clientKey');
  });
});

describe('titles above the header', () => {
  it('are left out', () => {
    const sheet = 'Клиенты на 01.11.2026;;;\n№;Имя;Телеграм ID;Логин\n1;Анна;5012345678;anna\nИтого;1;;';
    expect(recogniseColumns(rowsOf(sheet))).toMatchObject({
      above: 1,
      hasHeader: true,
      columns: ['ignore', 'name', 'messengerId', 'clientKey'],
    });
    expect(recogniseColumns(rowsOf(`Клиент;;;\n;2026;;\n${sheet}`)).above).toBe(3);
  });

  it('are not taken for clients in a file whose first line is its header', () => {
    expect(recogniseColumns(rowsOf('ID;Ключ\n5012345678;Имя\n7100200300;Логин')).above).toBe(0);
  });
});

describe('an export of another program', () => {
  it.each([
    [
      'Remnawave',
      'uuid;id;shortUuid;username;status;expireAt;telegramId;email;description;tag\n6f1c;17;aZ3;orlov;ACTIVE;2026-12-31T10:00:00Z;5012345678;o@x.io;vip;A\n7a2d;18;bY4;masha;ACTIVE;2026-12-31T10:00:00Z;7100200300;;;',
      'ignore ignore ignore clientKey ignore paidUntil messengerId ignore note tags',
    ],
    [
      '3x-ui',
      'id;email;enable;expiryTime;tgId;totalGB;comment\nb831;orlov;true;1767139200000;5012345678;0;vip\nc942;masha;true;0;7100200300;0;',
      'ignore clientKey ignore paidUntil messengerId ignore note',
    ],
    [
      'Marzban with the ids of a bot',
      'id;username;status;expire;tg_id;note\n1;orlov;active;1767139200;5012345678;vip\n2;masha;active;;7100200300;',
      'ignore clientKey ignore paidUntil messengerId note',
    ],
    [
      'a shop bot',
      'ID;Telegram ID;Username;Тариф;Подписка до\n1;5012345678;orlov;1 месяц;31.12.2026\n2;7100200300;masha;3 месяца;31.12.2026',
      'ignore messengerId clientKey plan paidUntil',
    ],
    [
      'a bot with words of the database',
      'id;telegram_id;username;plan_name;expires_at\n1;5012345678;orlov;month;2026-12-31\n2;7100200300;masha;month;2026-12-31',
      'ignore messengerId clientKey plan paidUntil',
    ],
  ])('by %s is read by its own words', (_, text, columns) => {
    const found = recogniseColumns(rowsOf(text));
    expect(found.columns.join(' ')).toBe(columns);
    expect([found.unsure.messengerId, found.unsure.clientKey]).toEqual([[], []]);
  });
});

describe('the exports of panels and shop bots', () => {
  const UUID = 'b831381d-6324-4d53-ad4f-8cda48b30811';

  it.each([
    [
      '3x-ui',
      ['id', 'email', 'enable', 'expiryTime', 'totalGB', 'tgId', 'comment'],
      [UUID, 'anna', 'true', '1798675200000', '107374182400', '5012345678', 'vip'],
      { email: 'clientKey', expiryTime: 'paidUntil', tgId: 'messengerId', comment: 'note' },
    ],
    [
      'Marzban',
      ['username', 'status', 'expire', 'data_limit', 'used_traffic', 'note'],
      ['anna', 'disabled', '1798675200', '107374182400', '123', 'tg'],
      { username: 'clientKey', expire: 'paidUntil', note: 'note' },
    ],
    [
      'Remnawave',
      ['uuid', 'username', 'status', 'expireAt', 'trafficLimitBytes', 'telegramId', 'description', 'tag'],
      [UUID, 'anna', 'DISABLED', '2026-12-31T00:00:00.000Z', '107374182400', '5012345678', 'd', 'VIP'],
      { username: 'clientKey', expireAt: 'paidUntil', telegramId: 'messengerId', description: 'note', tag: 'tags' },
    ],
    [
      'a shop bot',
      ['id', 'telegram_id', 'username', 'first_name', 'end_date', 'traffic_limit_gb', 'tariff_name'],
      ['1', '5012345678', 'anna', 'Anna', '2026-12-31 10:00:00+00', '100', 'Basic'],
      {
        telegram_id: 'messengerId',
        username: 'clientKey',
        first_name: 'name',
        end_date: 'paidUntil',
        tariff_name: 'plan',
      },
    ],
  ])('of %s are recognised by their own words', (_, header, row, meanings) => {
    const { columns } = recogniseColumns([header, row, row]);
    const found = header.flatMap((title, index) => (columns[index] === 'ignore' ? [] : [[title, columns[index]]]));
    expect(Object.fromEntries(found)).toEqual(meanings);
  });
});
