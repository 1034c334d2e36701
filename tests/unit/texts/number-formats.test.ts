import { createInstance } from 'i18next';
import { expect, it, vi } from 'vitest';
import { keepNumberFormats } from '#shared/texts/number-formats.ts';

const TEXTS = {
  left_one: '{{count, number}} left',
  left_few: '{{count, number}} left',
  left_many: '{{count, number}} left',
};
const started = () => {
  const i18n = createInstance();
  const texts = { main: { ...TEXTS, left_other: '{{count, number}} of {{total, number}} left' } };
  void i18n.init({ fallbackLng: false, resources: { en: texts, ru: texts }, defaultNS: 'main', initAsync: false });
  return i18n;
};

it('numbers in texts look as i18next writes them', () => {
  const [plain, kept] = [started(), started()];
  keepNumberFormats(kept);
  for (const lng of ['en', 'ru']) {
    for (const count of [0, 1, 2, 5, 999, 1_000, 1_234_567, -12_345, 0.5, 1234.5678]) {
      const values = { lng, count, total: count * 7 };
      expect(kept.t('left', values)).toBe(plain.t('left', values));
    }
  }
});

it('one format serves all numbers of a language, whatever else the text inserts', () => {
  const i18n = started();
  keepNumberFormats(i18n);
  i18n.t('left', { lng: 'en', count: 5, total: 9 });
  const made = vi.spyOn(Intl, 'NumberFormat');
  for (let count = 2; count < 50; count += 1) {
    expect(i18n.t('left', { lng: 'en', count, total: 1_000, style: 'percent' })).toBe(`${count} of 1,000 left`);
  }
  expect(made).not.toHaveBeenCalled();
});
