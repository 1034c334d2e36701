import { describe, expect, it } from 'vitest';
import { createFormat } from '../../../../renderer/i18n/format.ts';

/** Replaces the no-break and narrow no-break spaces of Intl, which a reader sees as spaces. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const en = createFormat('en', 'Europe/Moscow');
const ru = createFormat('ru', 'Europe/Moscow');
const noon = Date.UTC(2025, 4, 20, 9, 0);

describe('money', () => {
  it('is written from whole kopecks, without losing one', () => {
    expect(plain(ru.roubles(123_450))).toBe('1 234,50 ₽');
    expect(plain(ru.roubles(1))).toBe('0,01 ₽');
    expect(plain(ru.roubles(900_719_925_474_099))).toBe('9 007 199 254 740,99 ₽');
    expect(en.roubles(123_450)).toContain('1,234.50');
  });

  it('drops empty kopecks only where it is asked to', () => {
    expect(plain(ru.roublesShort(60_000))).toBe('600 ₽');
    expect(plain(ru.roublesShort(60_050))).toBe('600,50 ₽');
    expect(plain(ru.roubles(60_000))).toBe('600,00 ₽');
  });
});

describe('the axes of a chart', () => {
  it('have whole roubles, and millions where the sums are large', () => {
    expect(plain(ru.roublesScale(20_000_000))).toBe('200 000 ₽');
    expect(plain(ru.roublesScale(150_000_000))).toBe('1,5 млн ₽');
    expect(plain(en.roublesScale(0))).toBe('₽0');
    expect(plain(en.roublesScale(500_000_000_000_000))).toBe('₽5tn');
  });

  it('name days, months and years as briefly as they are clear', () => {
    const january = Date.UTC(2025, 0, 1, 9);
    expect(plain(ru.axis(noon, 'time'))).toBe('12:00');
    expect(plain(ru.axis(noon, 'day'))).toBe('20 мая');
    expect(plain(en.axis(noon, 'day'))).toBe('20 May');
    expect(en.axis(noon, 'month')).toBe('May');
    expect(en.axis(january, 'month')).toBe('2025');
    expect(ru.axis(noon, 'year')).toBe('2025');
  });
});

describe('traffic', () => {
  it('has its unit in both languages', () => {
    expect(plain(ru.gb(12.5))).toBe('12,5 ГБ');
    expect(plain(en.gb(0.125))).toBe('0.125 GB');
    expect(plain(ru.gbColumn(3))).toBe('3,00 ГБ');
  });
});

describe('a span of days', () => {
  it('is short, and has its year if that is not the current one', () => {
    const [from, to] = [Date.UTC(2025, 4, 1, 9), Date.UTC(2025, 4, 20, 9)];
    // Newer data of Intl has thin spaces around the dash.
    expect(plain(en.days(from, to, noon))).toMatch(/^1\s?–\s?20 May$/);
    expect(plain(ru.days(from, to, noon))).toBe('1–20 мая');
    expect(plain(ru.days(from, to, Date.UTC(2026, 4, 20)))).toMatch(/^1–20 мая 2025/);
    expect(plain(ru.days(from, Date.UTC(2026, 0, 3), noon))).toMatch(/^01\.05\.2025\s?–\s?03\.01\.2026$/);
  });
});

describe('a moment in a narrow column', () => {
  it('has the time in this year, and the year in another one', () => {
    expect(plain(ru.momentBrief(noon - 3 * 3_600_000, noon))).toBe('09:00');
    expect(plain(ru.momentBrief(noon - 24 * 3_600_000, noon))).toBe('вчера, 12:00');
    expect(plain(ru.momentBrief(Date.UTC(2025, 1, 3, 9), noon))).toBe('03.02, 12:00');
    expect(plain(en.momentBrief(Date.UTC(2025, 1, 3, 9), noon))).toBe('3 Feb, 12:00');
    expect(plain(ru.momentBrief(Date.UTC(2024, 11, 31, 9), noon))).toBe('31.12.2024');
    expect(plain(en.momentBrief(Date.UTC(2026, 0, 1, 9), noon))).toBe('1 Jan 2026');
  });
});

describe('countries', () => {
  it('are named in the language shown, in any letter case, and an unknown code stays as it is', () => {
    expect(ru.country('de')).toBe('Германия');
    expect(en.country('NL')).toBe('Netherlands');
    expect(en.country('world')).toBe('WORLD');
  });
});

describe('times', () => {
  it('are shown in the local zone', () => {
    expect(ru.time(noon)).toBe('12:00');
    expect(en.date(noon)).toBe('20 May 2025');
  });

  it('describe an age in words', () => {
    expect(ru.relative(noon - 2 * 3_600_000, noon)).toBe('2 часа назад');
    expect(ru.relative(noon - 5 * 3_600_000, noon)).toBe('5 часов назад');
    expect(en.relative(noon - 20_000, noon)).toBe('now');
    expect(en.relative(noon + 3 * 86_400_000, noon)).toBe('in 3 days');
  });

  it('show the time alone only on the same day', () => {
    const local = createFormat('en');
    const midday = new Date(2025, 4, 20, 12, 0).getTime();
    expect(local.moment(midday - 3_600_000, midday)).toBe('11:00');
    expect(local.moment(midday - 86_400_000, midday)).toBe('yesterday, 12:00');
    expect(local.moment(midday - 10 * 86_400_000, midday)).toContain('10 May 2025');
  });
});
