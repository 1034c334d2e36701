import { beforeEach, expect, it } from 'vitest';
import { monthLeft, spentInMonth } from '#core/automation/standing/month.ts';
import { saveOrder } from '#core/automation/standing/standing-repository.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { NO_CONDITIONS } from '#shared/domain/standing-rules.ts';
import { openDeskDatabase } from '../../../support/desk-database.ts';
import { setTimeZone } from '../../../support/time-zone.ts';

/** At this moment December has begun in Moscow, but not in Berlin. */
const BOUGHT_AT = Date.parse('2026-11-30T21:30:00Z');
const NOW = Date.parse('2026-12-05T12:00:00Z');
const CAP = 100_000;

let db: Database;
let orderId: number;
beforeEach(() => {
  db = openDeskDatabase();
  orderId = saveOrder(
    db,
    'a',
    undefined,
    {
      name: '',
      mode: 'do',
      targets: { of: 'tag', tag: 'vip' },
      hours: null,
      zone: 'Europe/Moscow',
      action: { kind: 'vpn-renew', periodMonths: 1, daysBefore: 3 },
      ceilingKopecks: CAP,
      monthCapKopecks: CAP,
      ...NO_CONDITIONS,
    },
    0,
  );
  db.run(
    `INSERT INTO purchases (account_id, kind, client_name, order_json, outcome, basis, price_kopecks, charged_kopecks, evidence_before,
        search_text, created_at, finished_at, standing_order_id)
      VALUES ('a', 'vpn-renew', '', '{"kind":"vpn-renew"}', 'charged', 'answer', 30000, 30000, '{}', '', ?, ?, ?)`,
    BOUGHT_AT,
    BOUGHT_AT,
    orderId,
  );
});

it.each(['Europe/Berlin', 'Europe/Moscow', 'Asia/Tokyo', 'America/New_York'])(
  'the month of an order follows its own zone on a computer in %s',
  (zone) => {
    const back = setTimeZone(zone);
    try {
      expect(spentInMonth(db, orderId, NOW)).toBe(30_000);
      expect(monthLeft(db, orderId, NOW)).toBe(CAP - 30_000);
      expect(spentInMonth(db, orderId, Date.parse('2026-11-30T20:59:00Z'))).toBe(30_000);
      db.run("UPDATE standing_orders SET zone = 'Europe/Berlin'");
      expect(spentInMonth(db, orderId, NOW)).toBe(0);
      expect(spentInMonth(db, orderId, Date.parse('2026-11-30T22:59:00Z'))).toBe(30_000);
      expect(spentInMonth(db, orderId, Date.parse('2026-11-30T23:00:00Z'))).toBe(0);
    } finally {
      back();
    }
  },
);
