import { putCheckSchedule } from '#core/automation/scheduled-checks/check-schedule-repository.ts';
import {
  clientByPair,
  insertClient,
  purgeClient,
  reviveClient,
  writeClient,
} from '#core/catalogue/clients/client-repository.ts';
import { saveLayout } from '#core/catalogue/layouts/layout-repository.ts';
import { savePreset } from '#core/catalogue/lists/preset-repository.ts';
import { savePools } from '#core/catalogue/premium/premium-repository.ts';
import { putRights } from '#core/money/rights/computer-rights.ts';
import { openDatabase } from '#core/platform/sqlite/database.ts';
import { captureChanges } from '#core/sync/model/capture.ts';
import type { DocKind } from '#core/sync/model/doc-kind.ts';
import { KINDS } from '#core/sync/model/kinds.ts';
import type { RecordChange } from '#core/sync/model/record-change.ts';
import { createSharedDocs } from '#core/sync/model/shared-docs.ts';
import { createSharedTime } from '#core/sync/model/shared-time.ts';
import { createTimestamps } from '#core/sync/model/timestamps.ts';
import { EMPTY_HASH } from '#core/sync/store/schema.ts';
import { createAlertRepository } from '#core/views/alerts/alert-repository.ts';
import { saveTemplate, templatesOf } from '#core/views/handover/templates.ts';
import type { ListState } from '#shared/contract/lists.ts';
import type { ClientFields } from '#shared/domain/client-fields.ts';
import type { Language } from '#shared/domain/language.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { RECIPE } from '../../support/recipe.ts';
import { createLittleLists } from './little-lists.ts';

export const PAIRS = ['anna', 'boris', 'vera'] as const;
export type Pair = (typeof PAIRS)[number];
const MONTH = 30 * 86_400_000;
const START = Date.UTC(2026, 0, 5);

/** The changes of all computers, in the order of the shared database. */
export interface Wire {
  readonly sent: string[];
  /** The time at the meeting point of the computers, if it is known there. */
  readonly now?: () => number;
}

/**
 * Opens a computer's database with the actions of its user, and the wire to the others. An app of another version knows
 * other `kinds`.
 */
export const openLittleDesk = (
  wire: Wire,
  number: number,
  path: string,
  { deskId, computerId } = { deskId: 'd', computerId: `${number}`.repeat(8) },
  kinds: readonly DocKind[] = KINDS,
) => {
  const db = openDatabase(path);
  const clock = createFakeClock(START + number * 3_600_000);
  const alerts = createAlertRepository(db);
  const lists = createLittleLists(db, clock);
  const pass = (ms: number): void => clock.jumpTo(clock.now() + ms);
  let read = 0;
  const time = createSharedTime(clock);
  const meet = (): void => {
    if (wire.now !== undefined) time.hear(wire.now());
  };
  let stamps = createTimestamps(time, computerId, null);

  const share = () => {
    db.run(
      'INSERT INTO shared_desks (account_id, desk_id, computer_id, head) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
      'a',
      deskId,
      computerId,
      EMPTY_HASH,
    );
    const kept = db.get<{ last: string | null }>('SELECT last_timestamp AS last FROM shared_desks');
    stamps = createTimestamps(time, computerId, kept?.last ?? null);
    captureChanges(db, 'a', kinds);
    const docs = createSharedDocs(db, {
      accountId: 'a',
      timestamps: stamps,
      kinds,
      // If nobody knows the time, no clock is wrong.
      time: wire.now === undefined ? { ...time, latest: () => Number.MAX_SAFE_INTEGER } : time,
      uptime: () => Math.round(clock.uptime?.() ?? 0),
      onUnwritten: (kind, error) => {
        if (wire.now !== undefined) throw new Error(`a ${kind} could not be written`, { cause: error });
      },
    });
    if (kept?.last === null) docs.publishAll();
    while (docs.timestampChanges());
    return docs;
  };
  let shared: ReturnType<typeof share> | null = null;
  const docs = () => {
    shared ??= share();
    return shared;
  };

  const find = (pair: Pair) => clientByPair(db, 'a', 1, pair);
  const live = (pair: Pair) => {
    const found = find(pair);
    return found?.removed === 0 ? found : undefined;
  };
  const setColumn = (pair: Pair, set: string): void => {
    db.run(`UPDATE clients SET ${set} WHERE account_id = 'a' AND client_key = ?`, pair);
  };

  return {
    db,
    clock,
    lists,
    docs,
    stamps: () => stamps,
    join: () => {
      docs();
    },
    write: (pair: Pair, change: Partial<Omit<ClientFields, 'messengerId' | 'clientKey'>>) => {
      pass(1_000);
      const blank = { name: '', note: '', plan: '', tags: [], paidUntil: null };
      const fields = { messengerId: 1, clientKey: pair, ...blank, ...find(pair), ...change };
      const found = find(pair);
      if (found === undefined) insertClient(db, 'a', fields, clock.now());
      else if (found.removed === 0) writeClient(db, found.id, fields, clock.now());
      else reviveClient(db, found.id, fields, clock.now());
    },
    knows: (pair: Pair) => find(pair) !== undefined,
    rename: (pair: Pair, to: string) => {
      const found = live(pair);
      if (found !== undefined) writeClient(db, found.id, { ...found, clientKey: to }, clock.now());
    },
    archive: (pair: Pair, isArchived: boolean) => setColumn(pair, `archived = ${isArchived ? 1 : 0}`),
    remove: (pair: Pair) => setColumn(pair, 'removed = iif(removed = 0, 7, removed)'),
    bringBack: (pair: Pair) => setColumn(pair, 'removed = 0'),
    purge: (pair: Pair) => {
      const found = find(pair);
      if (found !== undefined) purgeClient(db, found.id);
    },
    /** `answeredInMs` is how long the service took to answer. */
    traffic: (pair: Pair, trafficGb: number, answeredInMs = 0) => {
      const found = live(pair);
      pass(1_000);
      const askedAt = clock.now();
      pass(answeredInMs);
      if (found !== undefined) savePools(db, found.id, [{ poolType: 'mobile', trafficGb }], askedAt);
    },
    /** `answers` is the number of answers that make up the list. */
    list: async (pair: Pair, answers: number, state?: ListState) => {
      pass(1);
      const owner = live(pair);
      return lists.make(
        owner?.id ?? null,
        pair,
        Array.from({ length: answers }, () => lists.fresh(2)),
        state,
      );
    },
    preset: (name: string, value: number) => savePreset(db, 'a', name, { ...RECIPE, quantity: value }, clock.now()),
    dropPreset: (name: string) => {
      db.run("DELETE FROM presets WHERE account_id = 'a' AND name = ?", name);
    },
    layout: (name: string, field: 'host' | 'port') => {
      pass(1_000);
      saveLayout(db, 'a', { name, layout: { kind: 'csv', fields: [field] }, createdAt: clock.now() });
    },
    dropLayout: (name: string) => {
      db.run("DELETE FROM line_layouts WHERE account_id = 'a' AND name = ?", name);
    },
    checkEvery: (hours: number, enabled: boolean) => {
      pass(1_000);
      putCheckSchedule(db, 'a', { enabled, every: 'hours', hours, time: '06:00', zone: 'UTC' }, clock.now());
    },
    limit: (computer: string, dayCapKopecks: number) => {
      pass(1_000);
      const terms = { buys: 'capped', hidesSales: false, setBy: computerId, setAt: clock.now() } as const;
      putRights(db, 'a', computer, { ...terms, dayCapKopecks });
    },
    template: (language: Language, text: string | null, message: MessageKind = 'new-goods') => {
      pass(1_000);
      saveTemplate(db, 'a', { language, message }, { text, seen: undefined }, clock.now());
    },
    /** Raises the alert that a check of the ends finds; a larger `version` means that the goods were renewed in between. */
    raiseAlert: (pair: Pair, stage: number, version: number) => {
      const client = live(pair);
      if (client === undefined) return;
      const { id: clientId } = client;
      const about = {
        accountId: 'a',
        kind: 'vpn',
        subject: `${clientId} u`,
        clientId,
        proxyId: null,
        target: 'u',
      } as const;
      alerts.raise(about, { stage, eventAt: version * MONTH, trafficGb: null, cover: null }, clock.now());
    },
    readAlerts: () => alerts.markRead('a', null, clock.now(), 100),
    dismissAlerts: () => {
      const group = alerts.nextGroup();
      alerts.dismiss('a', null, group, clock.now(), 100);
      return () => void alerts.undoDismiss('a', group, clock.now(), 100);
    },
    /** Returns the contents of the bell: whose alert, at which stage, and whether it is unread. */
    bell: () => alerts.page('a', 0, 100).map(({ clientKey, stage, readAt }) => [clientKey, stage, readAt === null]),
    /** Counts the alerts that the desktop has not shown yet. */
    unnotified: () => alerts.unnotified('a', 100).length,
    setClock: (hours: number) => pass(hours * 3_600_000),
    /** Gives the changes their timestamps, as happens a moment later even without a connection. */
    stamp: () => {
      while (docs().timestampChanges());
    },
    /** `isAnswered`: the desk learns that its changes were accepted; otherwise it sends them again. */
    push: (isAnswered: boolean) => {
      meet();
      docs().correctTimestamps();
      while (docs().timestampChanges());
      const outgoing = docs().outgoing();
      if (outgoing === null) return false;
      wire.sent.push(JSON.stringify(outgoing.records));
      if (isAnswered) outgoing.sent();
      return true;
    },
    pull: (most: number) => {
      meet();
      docs().retry('due');
      for (const batch of wire.sent.slice(read, read + most)) docs().apply(JSON.parse(batch) as RecordChange[]);
      read = Math.min(wire.sent.length, read + most);
    },
    readAgain: () => {
      read = 0;
    },
    republishAll: () => docs().republishAll(),
    /** Returns everything that is shared, without data of this computer alone. */
    dump: () => ({
      clients: db
        .all(
          `SELECT client_key, name, name_sort, note, plan, plan_sort, paid_until, archived, traffic_gb, traffic_as_of, owed_kopecks, owed_since, due_day,
             last_purchase_at,
             (SELECT json_group_array(tag) FROM (SELECT tag FROM client_tags WHERE client_id = c.id ORDER BY tag)) AS tags,
             (SELECT search_text FROM client_texts WHERE client_id = c.id) AS text
           FROM clients c WHERE removed = 0 ORDER BY client_key`,
        )
        .map((row) => ({ ...(row as object), text: (row as { text: string }).text.split('\n').sort() })),
      presets: db.all('SELECT name, recipe_json FROM presets ORDER BY name').map((row) => ({ ...(row as object) })),
      marks: db
        .all(
          `SELECT c.client_key, m.target, m.stage, m.event_at, m.state, m.at FROM alert_marks m
           JOIN clients c ON c.id = m.client_id AND c.removed = 0 ORDER BY c.client_key`,
        )
        .map((row) => ({ ...(row as object) })),
      templates: Object.values(templatesOf(db, 'a')).flatMap((kinds) => Object.values(kinds).map(({ text }) => text)),
      layouts: db
        .all('SELECT name, layout_json FROM line_layouts ORDER BY name')
        .map((row) => ({ ...(row as object) })),
      schedules: db
        .all('SELECT enabled, every, hours, time, zone, counts_from FROM scheduled_checks')
        .map((row) => ({ ...(row as object) })),
      rights: db
        .all(
          'SELECT computer, buys, day_cap_kopecks, hides_sales, set_by, set_at FROM computer_rights ORDER BY computer',
        )
        .map((row) => ({ ...(row as object) })),
      lists: lists.dump(),
    }),
    conflicts: () =>
      db.all<{ field: string; value: string }>('SELECT field, value FROM shared_conflicts ORDER BY id').map((row) => ({
        ...row,
      })),
    close: () => db.close(),
  };
};

export type LittleDesk = ReturnType<typeof openLittleDesk>;

/** Exchanges until no computer has anything to send or to receive. */
export const settle = (desks: readonly LittleDesk[]): void => {
  for (let isQuiet = false; !isQuiet; ) {
    isQuiet = true;
    for (const desk of desks) {
      while (desk.push(true)) isQuiet = false;
      desk.pull(1_000);
    }
  }
  for (const desk of desks) desk.pull(1_000);
};
