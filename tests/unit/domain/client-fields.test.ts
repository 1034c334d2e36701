import { describe, expect, it } from 'vitest';
import {
  type ClientFields,
  checkClientFields,
  joinTags,
  normaliseTags,
  splitTags,
} from '#shared/domain/client-fields.ts';
import { foldText, searchWords, sortKey } from '#shared/domain/fold-text.ts';

const fields = { messengerId: 1, clientKey: 'key', name: 'Name', note: '', plan: '', tags: [], paidUntil: null };
const codesOf = (change: Partial<ClientFields>): string[] =>
  checkClientFields({ ...fields, ...change }).problems.map(({ field, code }) => `${field}: ${code}`);

describe('checkClientFields', () => {
  it('keeps the key byte for byte and trims the other fields', () => {
    const { fields: kept, problems } = checkClientFields({
      messengerId: -100_1,
      clientKey: ' Key ',
      name: '  Анна ',
      note: ' first\n second ',
      plan: ' 3 months ',
      paidUntil: '2026-12-31',
      tags: ['  big   client ', 'VIP', 'vip', ''],
    });
    expect(problems).toEqual([]);
    expect(kept).toEqual({
      messengerId: -1001,
      clientKey: ' Key ',
      name: 'Анна',
      note: 'first\n second',
      plan: '3 months',
      paidUntil: '2026-12-31',
      tags: ['big client', 'VIP'],
    });
  });

  it.each([
    [{ clientKey: '' }, 'clientKey: clientKey-empty'],
    [{ clientKey: 'k'.repeat(501) }, 'clientKey: clientKey-too-long'],
    [{ clientKey: 'a\0b' }, 'clientKey: text-not-usable'],
    [{ name: 'n'.repeat(301) }, 'name: name-too-long'],
    [{ note: 'n'.repeat(5001) }, 'note: note-too-long'],
    [{ plan: 'p'.repeat(301) }, 'plan: plan-too-long'],
    [{ plan: 'a\0b' }, 'plan: text-not-usable'],
    [{ paidUntil: '31.12.2026' }, 'paidUntil: paid-until-not-a-day'],
    [{ paidUntil: '2026-02-30' }, 'paidUntil: paid-until-not-a-day'],
    [{ paidUntil: '1999-12-31' }, 'paidUntil: paid-until-not-a-day'],
    [{ paidUntil: '' }, 'paidUntil: paid-until-not-a-day'],
    [{ tags: ['t'.repeat(51)] }, 'tags: tag-too-long'],
    [{ tags: ['a,b'] }, 'tags: tag-separator'],
    [{ tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, 'tags: tags-too-many'],
    [{ messengerId: 1.5 }, 'messengerId: messenger-id-fraction'],
    [{ messengerId: 2 ** 53 }, 'messengerId: messenger-id-too-large'],
  ])('names the problem of %o', (change, problem) => {
    expect(codesOf(change)).toEqual([problem]);
  });

  it('names all problems at once', () => {
    expect(codesOf({ clientKey: '', name: 'n'.repeat(400), tags: ['a;b'] })).toHaveLength(3);
  });
});

describe('tags', () => {
  it('survive a cell of a file', () => {
    const tags = ['big client', 'VIP', 'опт'];
    expect(splitTags(joinTags(tags))).toEqual(tags);
  });

  it('are the same in any letter case', () => {
    expect(normaliseTags(['Опт', 'ОПТ', 'опт'])).toEqual(['Опт']);
  });
});

describe('search words', () => {
  it('ignore differences that people do not see', () => {
    expect(foldText('СЕМЁН')).toBe(foldText('семен'));
    for (const city of ['İstanbul', 'I\u0307stanbul', 'ıstanbul', 'ISTANBUL']) expect(foldText(city)).toBe('istanbul');
    expect(foldText('Ёж, Йод')).toBe('еж, йод');
    expect(searchWords('  Семён   ИВАНОВ семён ')).toEqual(['семен', 'иванов']);
  });

  it('sort numbers inside names by value', () => {
    const names = ['Клиент 10', 'клиент 2', 'Клиент 1'];
    expect(names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))).toEqual(['Клиент 1', 'клиент 2', 'Клиент 10']);
  });
});
