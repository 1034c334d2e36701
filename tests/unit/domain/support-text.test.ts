import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/domain/language.ts';
import { type LostPurchase, supportText } from '#shared/domain/support-text.ts';
import { purchases as en } from '#shared/texts/en/purchases.ts';
import { purchases as ru } from '#shared/texts/ru/purchases.ts';
import { asTranslate, type Translate } from '#shared/texts/translate.ts';

const i18n = createInstance();
void i18n.init({ fallbackLng: false, resources: { en: { purchases: en }, ru: { purchases: ru } }, initAsync: false });
const words = (lng: Language): Translate<'purchases'> =>
  asTranslate((key, values) => i18n.t(key, { lng, interpolation: { escapeValue: false }, ...values }));

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

describe("the text for the service's support", () => {
  it.each(['ru', 'en'] as const)('contains the time, the order and the amount (%s)', (language) => {
    const text = supportText(LOST, words(language));
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

  it('leaves out unknown details', () => {
    const text = supportText({ ...LOST, foundAt: null, spentAfterKopecks: null }, words('en'));
    expect(text).not.toMatch(/null|api_spent|noticed/);
  });

  it('claims no charge if none is known', () => {
    const open = { ...LOST, known: 'open', foundAt: null } as const;
    expect(supportText(open, words('en'))).toMatch(/may have been charged/);
    expect(supportText(open, words('en'))).not.toMatch(/was charged, but|Charged:/);
    expect(supportText(open, words('ru'))).toMatch(/Возможно, деньги за неё списаны/);
    expect(supportText(open, words('ru'))).not.toMatch(/оплачена|Списано:/);
  });

  it('describes evidence as what it looks like', () => {
    const probably = { ...LOST, known: 'probably' } as const;
    expect(supportText(probably, words('en'))).toMatch(/appears to have been charged/);
    expect(supportText(probably, words('en'))).toMatch(/^Price: 654\.10 RUB$/m);
    expect(supportText(probably, words('en'))).toMatch(/^Increase in spending noticed: 2026-11-21 03:40:00 UTC$/m);
    expect(supportText(probably, words('en'))).toMatch(/Please tell us whether it was charged/);
    expect(supportText(probably, words('en'))).not.toMatch(/was charged, but|Charged:/);
    expect(supportText(probably, words('ru'))).toMatch(/По нашим данным, деньги за неё списаны/);
    expect(supportText(probably, words('ru'))).toMatch(/сообщите, списаны ли деньги/);
    expect(supportText(probably, words('ru'))).not.toMatch(/оплачена|Списано:/);
  });

  it('is in the chosen language', () => {
    expect(supportText(LOST, words('ru'))).toMatch(/Здравствуйте/);
    expect(supportText(LOST, words('en'))).not.toMatch(/[а-яё]/i);
  });
});
