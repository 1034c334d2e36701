import { describe, expect, it } from 'vitest';
import { recogniseColumns } from '#shared/domain/csv-recognise.ts';
import { tableOfJson } from '#shared/domain/json-table.ts';

const UUID = '0d5a2f0e-95c4-4d0c-9f5e-0a4d2b6e9a11';

const rowsOf = (table: ReturnType<typeof tableOfJson>) => (table === null || table === 'too-big' ? [] : table);

describe('a list in JSON', () => {
  it('of Marzban has its users, without their links', () => {
    const table = tableOfJson({
      users: [
        {
          username: 'ivan_1',
          status: 'active',
          expire: 1_798_675_200,
          note: null,
          proxies: { vless: { id: UUID } },
          links: [`vless://${UUID}@host:443`],
          subscription_url: 'https://panel.example/sub/secret',
        },
        { username: 'olga', status: 'limited', expire: 0, note: 'pays late' },
      ],
      total: 2,
    });
    expect(table).toEqual([
      ['username', 'status', 'expire', 'note'],
      ['ivan_1', 'active', '1798675200', ''],
      ['olga', 'limited', '0', 'pays late'],
    ]);
    expect(recogniseColumns(rowsOf(table))).toMatchObject({
      hasHeader: true,
      columns: ['clientKey', 'ignore', 'paidUntil', 'note'],
    });
  });

  it('of 3x-ui has the clients of all inbounds, and not their counters', () => {
    const inbound = (clients: readonly object[]) => ({
      remark: 'in',
      clientStats: [...clients, ...clients].map((_, id) => ({ id, email: 'counter', up: 1 })),
      settings: JSON.stringify({ clients, decryption: 'none' }),
    });
    const ivan = { id: UUID, email: 'ivan', tgId: 5_012_345_678, expiryTime: 1_798_675_200_000, subId: 'secret' };
    const olga = { id: UUID, email: 'olga', tgId: '', expiryTime: -2_592_000_000, password: 'secret' };
    const table = tableOfJson({ success: true, obj: [inbound([ivan]), inbound([olga])] });
    expect(table).toEqual([
      ['email', 'tgId', 'expiryTime'],
      ['ivan', '5012345678', '1798675200000'],
      ['olga', '', '-2592000000'],
    ]);
    expect(recogniseColumns(rowsOf(table)).columns).toEqual(['clientKey', 'messengerId', 'paidUntil']);
  });

  it('of Remnawave has its users', () => {
    const user = {
      uuid: UUID,
      username: 'ivan',
      telegramId: 5_012_345_678,
      expireAt: '2026-12-31T00:00:00.000Z',
      description: 'd',
      tag: 'VIP',
      trojanPassword: 'secret',
      subscriptionUrl: 'https://panel.example/secret',
    };
    const table = tableOfJson({ response: { users: [user], total: 1 } });
    expect(JSON.stringify(table)).not.toContain('secret');
    expect(recogniseColumns(rowsOf(table)).columns).toEqual(['clientKey', 'messengerId', 'paidUntil', 'note', 'tags']);
  });

  it('is missing in other JSON', () => {
    for (const value of [null, 5, 'text', [], [1, 2], {}, { users: [] }, [{ links: [] }]]) {
      expect(tableOfJson(value)).toBeNull();
    }
  });

  it('is found without following a file that nests without end', () => {
    let deep: unknown = [{ username: 'a' }];
    for (let level = 0; level < 1_000; level += 1) deep = { deep };
    expect(tableOfJson(deep)).toBeNull();
  });
});
