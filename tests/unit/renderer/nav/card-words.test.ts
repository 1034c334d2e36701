import { describe, expect, it } from 'vitest';
import { readActionsOfNobody, readCardQuery } from '../../../../renderer/nav/card-words.ts';

describe('a client and an action in one text', () => {
  it.each([
    ['anna renew', 'anna', ['renew'], null],
    ['renew anna', 'anna', ['renew'], null],
    ['анна продлить', 'анна', ['renew'], null],
    ['Анна Ковалёва продл', 'анна ковалева', ['renew'], null],
    ['anna extend 3', 'anna', ['renew'], '3'],
    ['anna 5 gb', 'anna', ['traffic'], '5'],
    ['anna 5gb', 'anna', ['traffic'], '5'],
    ['анна 1,5 гб', 'анна', ['traffic'], '1,5'],
    ['гиги anna', 'anna', ['traffic'], null],
    ['anna vpn', 'anna', ['renew', 'link'], null],
    ['buy vpn anna', 'anna', ['renew'], null],
    ['анна купить 5 гб', 'анна', ['traffic'], '5'],
    ['anna vpn link', 'anna', ['link'], null],
    ['anna qr', 'anna', ['qr'], null],
    ['куар борис', 'борис', ['qr'], null],
    ['anna hand over', 'anna', ['handover'], null],
    ['выдать 100200301', '100200301', ['handover'], null],
    ['anna pay', 'anna', ['money'], null],
    ['долг анна', 'анна', ['money'], null],
    ['anna 3 months', 'anna', ['renew'], '3'],
    ['продлить анна 3', 'анна 3', ['renew'], null],
    ['shop 12 renew', 'shop 12', ['renew'], null],
    ['renew 77', '77', ['renew'], null],
    ['link shop renew', 'link shop', ['renew'], null],
  ] as const)('%s', (text, search, actions, amount) => {
    expect(readCardQuery(text)).toEqual({ search, actions, amount });
  });

  it.each(['', 'anna', 'renew', 'hand over', '5 gb', 'anna 5', 'an q', 'ren', 'anna re'])('is not in “%s”', (text) => {
    expect(readCardQuery(text)).toBeNull();
  });
});

describe('an action without a client', () => {
  it.each([
    ['renew', ['renew']],
    ['продлить', ['renew']],
    ['buy vpn', ['renew']],
    ['купить VPN', ['renew']],
    ['buy', ['renew', 'traffic']],
    ['купить трафик', ['traffic']],
    ['5 gb', ['traffic']],
    ['hand over', ['handover']],
  ] as const)('%s', (text, actions) => {
    expect(readActionsOfNobody(text)).toEqual(actions);
  });

  it.each(['', 'anna', 'anna renew', 'renew anna', '5'])('is not in “%s”', (text) => {
    expect(readActionsOfNobody(text)).toEqual([]);
  });
});
