import { z } from 'zod';
import {
  hasHistory,
  storedClient,
  updateClientSearchText,
  writeClient,
} from '#core/catalogue/clients/client-repository.ts';
import { sumUpTraffic } from '#core/catalogue/premium/premium-repository.ts';
import { REMOVED } from '#core/catalogue/trash/removal-states.ts';
import { boughtRows, restoreOverlay } from '#core/catalogue/vpn/recent-purchases.ts';
import { linkSubscriptions, sumUpSubscriptions } from '#core/catalogue/vpn/vpn-repository.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import { applyMark, MARKED_ALERTS } from '#core/views/alerts/alert-marks.ts';
import { writeTemplate } from '#core/views/handover/templates.ts';
import { MAX_TEMPLATE } from '#shared/contract/handover.ts';
import { lineLayout } from '#shared/contract/layouts.ts';
import { passwordShape, poolType } from '#shared/contract/premium.ts';
import { recipe } from '#shared/contract/recipe.ts';
import { CHECK_HOURS, CHECK_RHYTHMS } from '#shared/domain/check-rhythm.ts';
import {
  CLIENT_LIMITS,
  CLIENT_TEXT_NAMES,
  clientText,
  forClientTexts,
  tagProblems,
} from '#shared/domain/client-fields.ts';
import { COMPUTER_BUYING, MAX_DAY_CAP_KOPECKS } from '#shared/domain/computer-rights.ts';
import { LANGUAGES } from '#shared/domain/language.ts';
import { MESSAGE_KINDS } from '#shared/domain/message-kinds.ts';
import { isPaidUntilDay } from '#shared/domain/paid-until.ts';
import { parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import type { DocKind, Field } from './doc-kind.ts';
import { LIST_KINDS } from './list-kinds.ts';
import { MONEY_KINDS } from './money-kinds.ts';
import { ORDER_KINDS } from './order-kinds.ts';
import { anyTime, boundedText, count, flag, jsonText, time } from './values.ts';

const TEXTS: Readonly<Record<string, Field>> = Object.fromEntries(
  CLIENT_TEXT_NAMES.map((name) => [
    name,
    {
      is: 'columns',
      columns: clientText(name).sorted === true ? [name, `${name}_sort`] : [name],
      isTyped: true,
    } satisfies Field,
  ]),
);

export const CLIENT_KIND: DocKind = {
  name: 'client',
  table: 'clients',
  id: 'id',
  key: ['messenger_id', 'client_key'],
  removed: 'removed',
  removedAt: 'removed_at',
  removal: 'removal',
  outlives: (db, localId) => hasHistory(db, localId),
  remains: ['made', 'name'],
  blank: { name: '', note: '', plan: '', updated_at: 0 },
  writtenAt: 'updated_at',
  fields: {
    made: { is: 'columns', columns: ['messenger_id', 'client_key', 'key_sort', 'created_at'] },
    edited: { is: 'columns', columns: ['updated_at'], isReading: true },
    ...TEXTS,
    paidUntil: { is: 'columns', columns: ['paid_until'] },
    archived: { is: 'columns', columns: ['archived'] },
    tags: { is: 'set', table: 'client_tags', of: 'client_id', column: 'tag' },
    traffic: {
      is: 'tables',
      tables: [{ table: 'traffic_balances', of: 'client_id', columns: ['pool_type', 'traffic_gb', 'as_of'] }],
      isReading: true,
      readAt: '(SELECT max(as_of) FROM traffic_balances WHERE client_id = clients.id)',
    },
    whitelist: {
      is: 'tables',
      tables: [
        { table: 'whitelist_reads', of: 'client_id', columns: ['raw', 'as_of'] },
        { table: 'whitelist_ips', of: 'client_id', columns: ['ip', 'position'] },
      ],
      isReading: true,
    },
    password: {
      is: 'tables',
      tables: [{ table: 'sub_user_passwords', of: 'client_id', columns: ['shape', 'password', 'as_of'] }],
      isReading: true,
    },
    vpn: {
      is: 'tables',
      tables: [
        { table: 'vpn_reads', of: 'client_id', columns: ['as_of'] },
        {
          table: 'vpn_subscriptions',
          of: 'client_id',
          columns: ['uuid', 'status', 'expires_at', 'url', 'traffic_limit_bytes', 'position', 'gone_at', 'gone_reason'],
        },
      ],
      isReading: true,
    },
  },
  values: {
    messenger_id: z.int(),
    client_key: boundedText(CLIENT_LIMITS.key).min(1),
    key_sort: boundedText(),
    created_at: time,
    updated_at: time,
    ...forClientTexts((name) => boundedText(clientText(name).limit)),
    name_sort: boundedText().nullable(),
    plan_sort: boundedText().nullable(),
    paid_until: z.string().refine(isPaidUntilDay).nullable(),
    archived: flag,
    tag: z.string().refine((tag) => tag !== '' && tagProblems([tag]).length === 0),
    pool_type: poolType,
    traffic_gb: z.number().min(-1e9).max(1e9),
    as_of: time,
    raw: boundedText().nullable(),
    ip: boundedText(200),
    position: count,
    shape: passwordShape,
    password: boundedText(),
    uuid: boundedText(200).min(1),
    status: boundedText().nullable(),
    expires_at: anyTime.nullable(),
    url: boundedText().nullable(),
    traffic_limit_bytes: z.int().nullable(),
    gone_at: time.nullable(),
    gone_reason: z.enum(['deleted', 'vanished']).nullable(),
  },
  byHand: ['made', ...CLIENT_TEXT_NAMES, 'paidUntil', 'archived', 'tags', REMOVED],
  refs: {},
  before: (db, localId, published) => (published.has('vpn') ? { bought: boughtRows(db, localId) } : undefined),
  derive: (db, localId, before, written) => {
    updateClientSearchText(db, localId);
    if (written.has('traffic')) sumUpTraffic(db, localId);
    if (!written.has('vpn')) return;
    // The computer that read the list did not know of the purchase, so the restored list is published.
    if (typeof before?.bought === 'string' && restoreOverlay(db, localId, before.bought)) {
      db.run(sql`INSERT INTO shared_changed_fields (account_id, kind, local_id, field)
        SELECT account_id, 'client', id, 'vpn' FROM clients WHERE id = ${localId} ON CONFLICT DO NOTHING`);
    }
    linkSubscriptions(db, localId);
    // A list that was never read is not the same as an empty list.
    if (db.has(sql`SELECT 1 FROM vpn_reads WHERE client_id = ${localId}`)) sumUpSubscriptions(db, localId);
  },
  retype: (db, { accountId, localId }, field, text, now) => {
    const client = storedClient(db, accountId, localId);
    if (client !== undefined) writeClient(db, localId, { ...client, [field]: text }, now);
  },
};

const preset: DocKind = {
  name: 'preset',
  table: 'presets',
  id: 'id',
  key: ['name'],
  writtenAt: 'created_at',
  fields: {
    made: { is: 'columns', columns: ['name', 'created_at'] },
    recipe: { is: 'columns', columns: ['recipe_json'] },
  },
  values: { name: boundedText(300), created_at: time, recipe_json: jsonText(recipe) },
  byHand: ['made', 'recipe'],
  refs: {},
};

const layout: DocKind = {
  name: 'layout',
  table: 'line_layouts',
  id: 'id',
  key: ['name'],
  writtenAt: 'created_at',
  fields: {
    made: { is: 'columns', columns: ['name', 'created_at'] },
    layout: { is: 'columns', columns: ['layout_json'] },
  },
  values: { name: boundedText(300), created_at: time, layout_json: jsonText(lineLayout) },
  byHand: ['made', 'layout'],
  refs: {},
};

/** The schedule of the checks of dedicated proxies. Each account has one, and only one computer checks. */
const checkSchedule: DocKind = {
  name: 'check-schedule',
  table: 'scheduled_checks',
  id: 'id',
  key: ["'dedicated'"],
  hasFixedKey: true,
  stays: true,
  blank: { counts_from: 0 },
  writtenAt: 'counts_from',
  fields: {
    made: { is: 'columns', columns: ['enabled', 'every', 'hours', 'time', 'zone'] },
    begun: { is: 'columns', columns: ['counts_from'], isReading: true },
  },
  values: {
    enabled: flag,
    every: z.enum(CHECK_RHYTHMS),
    hours: z.int().min(CHECK_HOURS.min).max(CHECK_HOURS.max),
    time: boundedText(20).refine((text) => parseTimeOfDay(text) !== null),
    zone: boundedText(100),
    counts_from: time,
  },
  byHand: ['made'],
  refs: {},
};

/** The rights of a computer of the desk. They are identified by the id of that computer. */
const computerRights: DocKind = {
  name: 'rights',
  table: 'computer_rights',
  id: 'id',
  key: ['computer'],
  hasFixedKey: true,
  stays: true,
  writtenAt: 'set_at',
  fields: {
    made: { is: 'columns', columns: ['computer'] },
    terms: { is: 'columns', columns: ['buys', 'day_cap_kopecks', 'hides_sales', 'set_by', 'set_at'] },
  },
  blank: { buys: 'free', day_cap_kopecks: 0, hides_sales: 0, set_by: '', set_at: 0 },
  values: {
    computer: boundedText(64).min(1),
    buys: z.enum(COMPUTER_BUYING),
    day_cap_kopecks: z.int().min(0).max(MAX_DAY_CAP_KOPECKS),
    hides_sales: flag,
    set_by: boundedText(64),
    set_at: time,
  },
  byHand: ['terms'],
  refs: {},
  changed: ({ onRights }) => onRights(),
};

const template: DocKind = {
  name: 'template',
  table: 'handover_templates',
  id: 'id',
  // The first computers of a shared desk knew one message only, whose key was its language.
  key: ["iif(message = 'new-goods', language, message || ' ' || language)"],
  hasFixedKey: true,
  stays: true,
  blank: { message: 'new-goods' },
  writtenAt: 'written_at',
  fields: {
    made: { is: 'columns', columns: ['language'] },
    message: { is: 'columns', columns: ['message'] },
    edited: { is: 'columns', columns: ['written_at'], isReading: true },
    text: { is: 'columns', columns: ['text'], isTyped: true },
  },
  values: {
    language: z.enum(LANGUAGES),
    message: z.enum(MESSAGE_KINDS),
    written_at: time,
    text: boundedText(MAX_TEMPLATE),
  },
  byHand: ['text'],
  refs: {},
  retype: (db, { localId }, _, text, now) => writeTemplate(db, localId, text, now),
};

/** The actions of people on alerts. Each computer finds out for itself which alerts there are. */
const alert: DocKind = {
  name: 'alert',
  table: 'alert_marks',
  id: 'id',
  key: ['kind', 'client_id', 'proxy_id', 'target'],
  writtenAt: 'at',
  fields: {
    made: { is: 'columns', columns: ['kind', 'client_id', 'proxy_id', 'target'] },
    done: { is: 'columns', columns: ['stage', 'event_at', 'state', 'at'] },
  },
  values: {
    kind: z.enum(MARKED_ALERTS),
    target: boundedText(300),
    stage: z.int(),
    event_at: anyTime.nullable(),
    state: z.enum(['shown', 'read', 'dismissed']),
    at: time,
  },
  byHand: [],
  refs: { client_id: 'client', proxy_id: 'proxy' },
  owners: ['client_id', 'proxy_id'],
  derive: applyMark,
  changed: ({ onAlerts }) => onAlerts(),
};

/** All kinds of shared records. Each kind comes after the kinds whose records it needs. */
export const KINDS: readonly DocKind[] = [
  CLIENT_KIND,
  preset,
  layout,
  checkSchedule,
  computerRights,
  template,
  ...MONEY_KINDS,
  alert,
  ...ORDER_KINDS,
  ...LIST_KINDS,
];
