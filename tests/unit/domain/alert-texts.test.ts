import { describe, expect, it } from 'vitest';
import { textsIn } from '#core/platform/text/texts.ts';
import { alertNotice, groupNotice, type NotifiableAlert } from '#shared/domain/alert-texts.ts';

const NOW = Date.UTC(2026, 5, 10, 9);
const DAY = 86_400_000;
const ru = { t: textsIn('ru'), language: 'ru', now: NOW, zone: 'Europe/Moscow' } as const;
const en = { ...ru, t: textsIn('en'), language: 'en' } as const;
const blank: NotifiableAlert = {
  kind: 'vpn',
  clientName: 'Анна',
  messengerId: 7,
  clientKey: 'anna',
  scheduleName: '',
  target: 'uuid',
  endsAt: NOW + 3 * DAY,
  trafficGb: null,
  cover: null,
  standing: null,
  stopped: null,
  list: null,
  paid: null,
};
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('an alert in words', () => {
  it('says who, what and when, and names its assumptions', () => {
    expect(alertNotice(blank, ru)).toMatchObject({
      title: 'Анна · anna',
      body: expect.stringMatching(/^Подписка VPN заканчивается через 3 дня \(/),
    });
    expect(alertNotice({ ...blank, clientName: '', endsAt: NOW - 2 * DAY }, en)).toMatchObject({
      title: 'anna · 7',
      body: expect.stringMatching(/^VPN subscription ended 2 days ago \(/),
    });
    const proxy: NotifiableAlert = { ...blank, kind: 'proxy', clientName: '', clientKey: '', target: '192.0.2.7' };
    expect(alertNotice(proxy, ru)).toMatchObject({
      title: '192.0.2.7',
      body: expect.stringContaining('предположительно Europe/Moscow'),
    });
  });

  it('names the list whose proxies stopped, and says how many did', () => {
    const stopped = { count: 2, names: [] };
    const alert: NotifiableAlert = { ...blank, kind: 'list-check', list: { title: 'Магазин' }, stopped };
    expect(alertNotice(alert, ru)).toEqual({ title: 'Магазин', body: '2 прокси из списка перестали работать.' });
    // A list that was deleted meanwhile has no title any more.
    expect(alertNotice({ ...alert, list: null, stopped: { count: 1, names: [] } }, en)).toEqual({
      title: 'A proxy list',
      body: '1 proxy of the list has stopped working.',
    });
    expect(groupNotice([{ kind: 'list-check', isOver: false, count: 4 }], en.t).body).toBe(
      'proxies of 4 lists have stopped working',
    );
  });

  it('counts the clients whose paid time ends, and does not say that anything ends at the service', () => {
    const alert: NotifiableAlert = { ...blank, kind: 'paid-until', paid: { ended: 2, soon: 5, days: 7 } };
    expect(alertNotice(alert, ru)).toEqual({
      title: 'Пора напомнить об оплате 7 клиентам',
      body: 'Оплата закончилась за последние 7 дней: 2. Заканчивается в течение 7 дней: 5.',
    });
    expect(alertNotice({ ...alert, paid: { ended: 0, soon: 1, days: 1 } }, en)).toEqual({
      title: '1 client to remind about the payment',
      body: 'Ends today or tomorrow: 1.',
    });
    expect(alertNotice({ ...alert, paid: { ended: 1, soon: 0, days: 3 } }, en).body).toBe(
      'Paid time ended in the last 7 days: 1.',
    );
    expect(groupNotice([{ kind: 'paid-until', isOver: false, count: 1 }], en.t).body).toBe(
      'the paid time of clients ends',
    );
  });

  it('says what the balance pays for, and for how much of it the price is unknown', () => {
    const cover = { due: 17, covered: 14, unpriced: 2, balanceKopecks: 123_450 };
    const balance: NotifiableAlert = { ...blank, kind: 'balance', cover };
    expect(plain(alertNotice(balance, ru).body)).toBe(
      'Баланса 1 234,50 ₽ хватит на 14 из 15 продлений в ближайшие 7 дней. Неизвестных цен: 2.',
    );
    expect(alertNotice({ ...balance, cover: { ...cover, unpriced: 0 } }, en).body).toMatch(
      /covers 14 of 17 renewals due in 7\sdays\.$/,
    );
  });

  it('counts several alerts in the grammar of the language', () => {
    expect(
      groupNotice(
        [
          { kind: 'proxy', isOver: true, count: 2 },
          { kind: 'vpn', isOver: true, count: 5 },
          { kind: 'vpn', isOver: false, count: 21 },
          { kind: 'traffic', isOver: false, count: 3 },
        ],
        textsIn('ru'),
      ),
    ).toEqual({
      title: '31 новое уведомление',
      body: [
        '2 выделенных прокси закончились',
        '5 подписок VPN закончились',
        '21 подписка VPN скоро закончится',
        '3 пула с остатком трафика ниже порога',
      ].join('\n'),
    });
    expect(groupNotice([{ kind: 'proxy', isOver: true, count: 1 }], textsIn('en'))).toEqual({
      title: '1 new alert',
      body: '1 dedicated proxy has ended',
    });
  });
});
