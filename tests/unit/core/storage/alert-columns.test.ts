import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '#core/platform/sqlite/database.ts';
import { migrate } from '#core/platform/sqlite/migrate.ts';
import { MIGRATIONS } from '#core/platform/sqlite/migrations.ts';
import { ALERTS_SCHEMA } from '#core/platform/sqlite/schema/schema.ts';
import { type AlertRepository, createAlertRepository } from '#core/views/alerts/alert-repository.ts';
import { openDeskBefore } from '../../../support/desk-database.ts';

const ELSEWHERE = 2 ** 40;

let db: Database;
beforeEach(() => {
  db = openDeskBefore(ALERTS_SCHEMA);
});
afterEach(() => db.close());

/** Adds an alert to a desk of the version before. */
const addAlert = (subject: string, stage: number, dismissed: number): void => {
  db.run(
    `INSERT INTO alerts (account_id, kind, subject, stage, target, raised_at, dismissed)
      VALUES ('a', 'traffic', ?, ?, ?, 1, ?)`,
    subject,
    stage,
    subject,
    dismissed,
  );
};
const shown = (repository: AlertRepository): readonly string[] =>
  repository
    .page('a', 0, 10)
    .map(({ target }) => target)
    .toSorted();

it('shows and hides the same alerts as before, and a dismissal can still be undone', () => {
  addAlert('shown', 3, 0);
  addAlert('ended', 0, 0);
  addAlert('covered', -1, 0);
  addAlert('dismissed', 1, 7);
  addAlert('dismissed elsewhere', 1, ELSEWHERE);
  migrate(db, MIGRATIONS, () => {});

  expect(db.all('SELECT subject, stage, is_covered, is_dismissed, dismissal FROM alerts ORDER BY id')).toEqual([
    { subject: 'shown', stage: 3, is_covered: 0, is_dismissed: 0, dismissal: null },
    { subject: 'ended', stage: 0, is_covered: 0, is_dismissed: 0, dismissal: null },
    { subject: 'covered', stage: 1, is_covered: 1, is_dismissed: 0, dismissal: null },
    { subject: 'dismissed', stage: 1, is_covered: 0, is_dismissed: 1, dismissal: 7 },
    { subject: 'dismissed elsewhere', stage: 1, is_covered: 0, is_dismissed: 1, dismissal: null },
  ]);
  const repository = createAlertRepository(db);
  expect(shown(repository)).toEqual(['ended', 'shown']);
  expect(repository.nextGroup()).toBe(8);
  expect(repository.undoDismiss('a', 7, 2, 10)).toBe(1);
  expect(shown(repository)).toEqual(['dismissed', 'ended', 'shown']);
  expect(db.values('PRAGMA integrity_check')).toEqual(['ok']);
});

it('finds shown, unread, unnotified and unsent alerts by their indexes', () => {
  migrate(db, MIGRATIONS, () => {});
  const visible = 'is_dismissed = 0 AND is_covered = 0';
  for (const [index, query] of [
    ['alerts_shown', `SELECT id FROM alerts WHERE account_id = 'a' AND ${visible} ORDER BY raised_at DESC, id DESC`],
    ['alerts_unread', `SELECT count(*) FROM alerts WHERE account_id = 'a' AND ${visible} AND read_at IS NULL`],
    ['alerts_unnotified', `SELECT kind FROM alerts WHERE account_id = 'a' AND notified_at IS NULL AND kind = 'vpn'`],
    ['alerts_unsent', `SELECT id FROM alerts WHERE chat_sent_at IS NULL AND read_at IS NULL AND ${visible}`],
  ]) {
    const plan = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`);
    expect(plan.map(({ detail }) => detail).join(), index).toContain(index);
  }
});
