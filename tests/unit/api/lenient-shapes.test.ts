import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAdded, readPassword, readRemoved, readUpdatedIds, readWhitelist } from '#shared/api/lenient-shapes.ts';

const ips = ['1.2.3.4', '2001:db8::1'];

describe('readWhitelist', () => {
  it.each([
    ['an array', ips],
    ['objects', [{ ip: ips[0] }, { ip_address: ips[1], note: 'x' }]],
    ['ips', { ips }],
    ['whitelist', { whitelist: ips, messenger_id: 5 }],
    ['items of objects', { items: ips.map((address) => ({ address })), total: 2 }],
    ['one level down', { data: { ips } }],
    ['under another name', { client: { whitelist: ips.map((ip) => ({ ip })) } }],
    ['comma separated', { whitelist: ips.join(',') }],
    ['lines', ips.join('\n')],
    ['an object map', Object.fromEntries(ips.map((ip) => [ip, true]))],
    ['a map under a key', { whitelist: Object.fromEntries(ips.map((ip) => [ip, { added: 1 }])) }],
    ['a numbered map', { whitelist: { 0: ips[0], 1: ips[1] } }],
  ])('reads %s', (_, data) => {
    expect(readWhitelist(data)).toEqual({ kind: 'ips', ips });
  });

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['nothing', {}],
    ['an empty array', []],
    ['an empty text', ''],
    ['an empty list', { whitelist: [] }],
    ['a list of null', { ips: null, client_key: '1.2.3.4' }],
  ])('reads %s as an empty set', (_, data) => {
    expect(readWhitelist(data)).toEqual({ kind: 'ips', ips: [] });
  });

  it.each([
    ['a word', 'disabled'],
    ['a flag', { whitelist: true }],
    ['a list that is understood only in part', { ips: ['1.2.3.4', 'office'] }],
    ['something else', { count: 2 }],
  ])('shows %s as it is', (_, data) => {
    expect(readWhitelist(data)).toEqual({ kind: 'raw', text: typeof data === 'string' ? data : JSON.stringify(data) });
  });

  it('finds the same set under any wrapping', () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    const key = fc.constantFrom('whitelist', 'ips', 'items', 'list', 'addresses');
    const wrap = fc.constantFrom('data', 'result', 'client', 'sub_user');
    fc.assert(
      fc.property(fc.uniqueArray(address, { maxLength: 8 }), key, wrap, (set, name, outer) => {
        const expected = { kind: 'ips', ips: set };
        expect(readWhitelist(set)).toEqual(expected);
        expect(readWhitelist({ [name]: set })).toEqual(expected);
        expect(readWhitelist({ [outer]: { [name]: set } })).toEqual(expected);
        expect(readWhitelist({ [name]: set.join('\n') })).toEqual(expected);
        expect(readWhitelist({ [name]: set.map((ip) => ({ ip })) })).toEqual(expected);
      }),
    );
  });
});

describe('readPassword', () => {
  it.each([
    ['a text', 's3cret'],
    ['password', { password: 's3cret', login: 'u' }],
    ['current_password', { current_password: 's3cret' }],
    ['a sub-user', { sub_user: { login: 'u', password: 's3cret' } }],
    ['a list of one', [{ password: 's3cret' }]],
  ])('reads %s', (_, data) => {
    expect(readPassword(data)).toEqual({ kind: 'password', password: 's3cret' });
  });

  it('keeps a password of digits', () => {
    expect(readPassword({ password: 123_456 })).toEqual({ kind: 'password', password: '123456' });
  });

  it.each([[null], [undefined], [''], [{}], [{ password: null }], [{ password: '' }]])(
    'finds no password in %j',
    (data) => {
      expect(readPassword(data)).toEqual({ kind: 'none' });
    },
  );

  it('shows a shape that it does not know', () => {
    expect(readPassword({ exists: true })).toEqual({ kind: 'raw', text: '{"exists":true}' });
  });
});

describe('readRemoved and readAdded', () => {
  it.each([
    [true],
    [{ removed: true }],
    [{ deleted: 1 }],
    [{ ok: 'true' }],
    [{ status: 'ok' }],
    [{ result: { removed: true } }],
    [{ removed: '1.2.3.4' }],
    [{ removed: 3 }],
    [{ whitelist: ['5.6.7.8'] }],
    [['5.6.7.8']],
    [{ whitelist: [] }],
  ])('take %j for done', (data) => {
    expect(readRemoved(data)).toEqual({ kind: 'done', done: true });
  });

  it.each([[false], [{ removed: false }], [{ removed: '0' }], [{ removed: 0 }], [{ data: { deleted: false } }]])(
    'do not take %j for done',
    (data) => {
      expect(readRemoved(data)).toEqual({ kind: 'done', done: false });
    },
  );

  it.each([[[]], [{}], [null], [undefined], ['']])('find nothing said in %j', (data) => {
    expect([readRemoved(data), readAdded(data)]).toEqual([{ kind: 'silent' }, { kind: 'silent' }]);
  });

  it('do not take another word for a confirmation', () => {
    expect(readRemoved({ queued: 'later' })).toMatchObject({ kind: 'raw' });
  });

  it('read the answer to an addition', () => {
    expect(readAdded({ added: true })).toEqual({ kind: 'done', done: true });
    expect(readAdded({ added: 'false' })).toEqual({ kind: 'done', done: false });
  });
});

describe('readUpdatedIds', () => {
  it.each([
    ['numbers', { updated: [7, 8], port_type: 'http' }],
    ['texts', { updated: ['7', '8'] }],
    ['objects', { updated: [{ ids: 7, ok: true }, { id: '8' }] }],
    ['wrapped objects', { updated: [{ proxy: { id: 7 } }, { proxy: { ids: '8' } }] }],
    ['a map', { updated: { 7: true, 8: { port_type: 'http' } } }],
    ['a bare array', [7, 8]],
    ['one level down', { result: { updated: [7, 8] } }],
    ['a text', { updated: '7,8' }],
  ])('reads %s', (_, data) => {
    expect(readUpdatedIds(data)).toEqual({ kind: 'ids', ids: [7, 8] });
  });

  it('reads a count, and an empty answer', () => {
    expect(readUpdatedIds({ updated: 2 })).toEqual({ kind: 'count', count: 2 });
    expect(readUpdatedIds(2)).toEqual({ kind: 'count', count: 2 });
    expect(readUpdatedIds({ updated: [] })).toEqual({ kind: 'ids', ids: [] });
  });

  it('shows a shape that it does not know', () => {
    expect(readUpdatedIds({ updated: ['all'] })).toMatchObject({ kind: 'raw' });
  });
});

describe('every reader', () => {
  it('returns for any JSON at all', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        for (const read of [readWhitelist, readPassword, readAdded, readRemoved, readUpdatedIds]) {
          expect(read(data).kind).toEqual(expect.any(String));
        }
      }),
    );
  });
});
