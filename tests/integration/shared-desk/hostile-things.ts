import type { FieldValue } from '#core/sync/model/doc-rows.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import { CHECK_STATES } from '#shared/domain/check.ts';
import { RECIPE } from '../../support/recipe.ts';

let counter = 0;
/** Returns a present timestamp of the computer with that mark, each later than the one before. */
export const freshStamp = (ms = Date.now()): string => {
  counter += 1;
  return `${ms.toString(16).padStart(12, '0')}${(counter % 0x1_0000).toString(16).padStart(4, '0')}deadbeef`;
};

const AT = Date.UTC(2026, 0, 5);
const json = JSON.stringify;
const COUNTS = Object.fromEntries(CHECK_STATES.map((state) => [state, 1]));
const CHECK = {
  state: CHECK_STATES[0],
  reason: null,
  connectMs: 1,
  firstByteMs: 1,
  exitIp: null,
  exitCountry: null,
  at: AT,
};
const ORDER = { kind: 'dedicated', ipv: 4, countryCode: 'de', period: 30, count: 1 };

/** Returns the uid of a record that others refer to. */
export const uidOf = (kind: string, number = 0): string => `${kind}-${number}`.padEnd(22, 'x');

/** Returns one record of each kind that every computer accepts; `number` tells them apart. */
export const validThings = (number: number): Readonly<Record<string, Readonly<Record<string, FieldValue>>>> => {
  const key = `key-${number}`;
  return {
    client: {
      made: [number, key, key, AT],
      edited: [AT],
      name: ['Anna', 'anna'],
      note: ['pays on Fridays'],
      plan: ['3 months', '3 months'],
      paidUntil: ['2026-12-31'],
      archived: [0],
      'tags/vip': 1,
      traffic: [[['mobile', 3.5, AT]]],
      whitelist: [[[null, AT]], [['192.0.2.1', 0]]],
      password: [[['known', 'secret', AT]]],
      vpn: [[[AT]], [['u-1', 'ACTIVE', AT, 'https://example.com/x', 0, 0, null, null]]],
    },
    preset: { made: [`preset ${number}`, AT], recipe: [json(RECIPE)] },
    layout: { made: [`layout ${number}`, AT], layout: [json({ kind: 'csv', fields: ['host', 'port'] })] },
    'check-schedule': { made: [1, 'day', 6, '06:00', 'UTC'], begun: [AT] },
    rights: { made: [`computer-${number}`], terms: ['capped', 100, 1, 'computer-0', AT] },
    template: { made: ['en'], message: ['ended'], edited: [AT], text: ['Hello'] },
    purchase: {
      made: [AT + number, 'dedicated', null, null, '', '', json(ORDER), 100, json({ at: AT, balance: null }), ''],
      computer: ['deadbeef'],
      client: [null],
      end: ['charged', 'answer', 'here', 100, null, '', AT, AT, 0, json([]), null],
      answer: [200, '{}', 1],
      goods: [
        json({ kind: 'dedicated', received: 1, incomplete: 0, orderId: null, checkId: null, chargedKopecks: 100 }),
      ],
      found: [null],
      words: [json([{ verdict: 'charged', reason: 'seen', at: AT }])],
      order: [null],
    },
    proxy: {
      made: [uidOf('purchase'), number, '192.0.2.9', '8080', 'u', 'p', 4, 'de', 'o', 'c', null, 1, AT],
      end: ['2030-01-01 00:00:00', 'service', AT],
      client: [uidOf('client')],
      note: [''],
      port: ['http', 1],
      archived: [0],
      check: [json(CHECK)],
    },
    sale: { made: [uidOf('purchase', number)], buyer: [uidOf('client')], price: [500], due: ['2026-02-01'] },
    payment: { made: [uidOf('client'), 'received', 100, `${number}`, AT, ''], purchase: [null] },
    price: { made: [uidOf('client', number), 'vpn 1'], price: [5] },
    event: { made: [uidOf('client'), AT + number], event: [json({ name: 'password-reset' })] },
    alert: { made: ['vpn', uidOf('client'), null, `u-${number}`], done: [3, AT, 'read', AT] },
    order: {
      made: [`order-${number}`],
      name: ['Anna every month'],
      action: [json({ kind: 'vpn-renew', periodMonths: 1, daysBefore: 3 })],
      whom: ['clients', ''],
      mode: ['ask', null],
      ceiling: [null, null],
      cap: [null, null],
      hours: [null, null],
      zone: ['Europe/Moscow'],
      targets: [[[uidOf('client')]], []],
      on: [1],
      since: [AT],
      hindrance: [null, null],
    },
    occasion: {
      made: [uidOf('order'), `u-${number}`, AT, AT, 0],
      about: [uidOf('client'), null],
      state: ['asked', null, AT],
      price: [100],
      begun: [''],
      purchase: [null],
      seen: [0],
      tries: [0, null],
    },
    list: {
      made: [AT + number, 'Anna', key, 'anna', json(RECIPE), `d${number}`, 'complete', null, 1, 1, 0, 1, 1, 0, '[]', 0],
      title: ['Germany', 'germany', 'germany'],
      client: [uidOf('client')],
      check: [json({ runId: null, at: AT, counts: COUNTS })],
    },
    'checked-list': { made: [uidOf('list'), AT], begun: [AT], found: ['w-s', 1, AT] },
    'list-lines': { made: [uidOf('list'), 'domain', number, 1, 'gw.example.com:8080:u:p\n'] },
  };
};

export const toldOf = (kind: string, number: number, fields: Readonly<Record<string, unknown>>): RecordChange => ({
  kind,
  uid: uidOf(kind, number),
  fields: Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, [freshStamp(), value as FieldValue, null] as const]),
  ),
});

/** Returns one record of each kind, those that others refer to first. */
export const oneOfEach = (): readonly RecordChange[] => {
  const things = validThings(0);
  return KINDS.map(({ name }) => toldOf(name, 0, things[name] ?? {}));
};

/** Values that a hostile or an older app may send. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  'x',
  'a\u0000b',
  '{',
  '{}',
  '[]',
  'null',
  '{"kind":"moon"}',
  '[{"at":"x"}]',
  '0',
  0,
  -1,
  7,
  1.5,
  1e308,
  9e18,
  253_402_300_800_000,
  'x'.repeat(3_000),
  `${'['.repeat(1_500)}${']'.repeat(1_500)}`,
  [],
  [[]],
  [[[]]],
];

/** Returns the value replaced by each hostile value, and with each of its parts replaced. */
const mutationsOf = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) return HOSTILE;
  const list: readonly unknown[] = value;
  const inside = list.flatMap((item, at) => mutationsOf(item).map((mutated) => list.with(at, mutated)));
  return [...HOSTILE, ...inside, [...list, null], list.slice(1)];
};

/** Returns records that hold every hostile value in every field of every kind, one at a time. */
export const mutatedThings = (): readonly RecordChange[] => {
  let number = 1;
  return KINDS.flatMap(({ name: kind }) =>
    Object.entries(validThings(0)[kind] ?? {}).flatMap(([field, value]) =>
      mutationsOf(value).map((mutated) => {
        number += 1;
        return toldOf(kind, number, { ...validThings(number)[kind], [field]: mutated });
      }),
    ),
  );
};
