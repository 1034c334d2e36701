import { describe, expect, it } from 'vitest';
import { type LostPurchase, supportText } from '#shared/domain/support-text.ts';

const LOST: LostPurchase = {
  known: 'charged',
  countryCode: 'de',
  ipv: 4,
  period: 30,
  count: 5,
  priceKopecks: 65_410,
  sentAt: Date.UTC(2026, 10, 21, 3, 33, 5),
  foundAt: Date.UTC(2026, 10, 21, 3, 40, 0),
  spentBeforeKopecks: 1_200_001,
  spentAfterKopecks: 1_265_411,
};

describe('the text for the support of the service', () => {
  it.each(['ru', 'en'] as const)('holds the time, the order and the amount (%s)', (language) => {
    const text = supportText(LOST, language);
    for (const fact of [
      '2026-11-21 03:33:05 UTC',
      '2026-11-21 03:40:00 UTC',
      '"country_code":"de","period":30,"count":5,"ipv":4',
      '654.10 RUB',
      '12000.01 → 12654.11',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it('leaves out what is not known', () => {
    const text = supportText({ ...LOST, foundAt: null, spentAfterKopecks: null }, 'en');
    expect(text).not.toMatch(/null|api_spent|noticed/);
  });

  it('claims no charge where nobody knows of one', () => {
    const open = { ...LOST, known: 'open', foundAt: null } as const;
    expect(supportText(open, 'en')).toMatch(/may have been charged/);
    expect(supportText(open, 'en')).not.toMatch(/was charged, but|Charged:/);
    expect(supportText(open, 'ru')).toMatch(/Возможно, деньги за неё списаны/);
    expect(supportText(open, 'ru')).not.toMatch(/оплачена|Списано:/);
  });

  it('tells what rests on evidence as what it looks like', () => {
    const probably = { ...LOST, known: 'probably' } as const;
    expect(supportText(probably, 'en')).toMatch(/appears to have been charged/);
    expect(supportText(probably, 'en')).toMatch(/^Price: 654\.10 RUB$/m);
    expect(supportText(probably, 'en')).toMatch(/^Rise in spending noticed: 2026-11-21 03:40:00 UTC$/m);
    expect(supportText(probably, 'en')).toMatch(/Please tell whether it was charged/);
    expect(supportText(probably, 'en')).not.toMatch(/was charged, but|Charged:/);
    expect(supportText(probably, 'ru')).toMatch(/По нашим данным, деньги за неё списаны/);
    expect(supportText(probably, 'ru')).toMatch(/сообщите, списаны ли деньги/);
    expect(supportText(probably, 'ru')).not.toMatch(/оплачена|Списано:/);
  });

  it('is in the language that was asked for', () => {
    expect(supportText(LOST, 'ru')).toMatch(/Здравствуйте/);
    expect(supportText(LOST, 'en')).not.toMatch(/[а-яё]/i);
  });
});
