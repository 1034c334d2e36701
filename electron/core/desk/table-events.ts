import type { Bus } from '#core/bus.ts';
import type { WatchedTable } from '#core/platform/sqlite/statement-access.ts';

/** The ids of the rows that were written; `null` if they are many or not known. */
type Ids = readonly number[] | null;

export interface Announcement {
  /** The event or the signal that is sent. Several announcements may send the same. */
  readonly event: string;
  readonly send: (bus: Bus, ids: Ids) => void;
  /** It is sent at most once in this time in ms; what is written meanwhile is announced together at its end. */
  readonly everyMs?: number;
}

/** Readings are written all the time while a run reads, and the window reads its whole list again each time. */
const READINGS_MS = 2_000;
/** A list grows with each answer of the service. */
const GROWTH_MS = 100;

const clientsChanged = {
  event: 'clients.changed',
  send: ({ emit }: Bus, ids: Ids): void => emit('clients.changed', { clientIds: ids === null ? null : [...ids] }),
};
const listsChanged = {
  event: 'lists.changed',
  send: ({ emit }: Bus, ids: Ids): void => {
    for (const listId of ids ?? [null]) emit('lists.changed', { listId });
  },
};
const dedicatedChanged = { event: 'dedicated.changed', send: ({ emit }: Bus): void => emit('dedicated.changed', {}) };

/** Sends an event that names one client; `null` stands for many. */
const ofEachClient = (event: 'vpn.changed' | 'premium.changed') => ({
  event,
  send: ({ emit }: Bus, ids: Ids): void => {
    for (const clientId of ids ?? [null]) emit(event, { clientId });
  },
});

/** Sends an event that says only that something has changed. */
const plainly = (
  event:
    | 'handover.templatesChanged'
    | 'layouts.changed'
    | 'savedFilters.changed'
    | 'scheduledChecks.changed'
    | 'scheduledLists.changed'
    | 'scheduledReport.changed'
    | 'standing.changed'
    | 'telegram.changed'
    | 'trash.changed',
) => ({ event, send: ({ emit }: Bus): void => emit(event, {}) });

/** How writes become known to the pages and the features. */
export const ANNOUNCEMENTS = {
  clients: clientsChanged,
  clientReadings: { ...clientsChanged, everyMs: READINGS_MS },
  vpn: ofEachClient('vpn.changed'),
  premium: ofEachClient('premium.changed'),
  dedicated: dedicatedChanged,
  dedicatedReadings: { ...dedicatedChanged, everyMs: READINGS_MS },
  sales: { event: 'sales.written', send: ({ signal }: Bus): void => signal('sales.written', {}) },
  standing: plainly('standing.changed'),
  scheduledLists: plainly('scheduledLists.changed'),
  scheduledChecks: plainly('scheduledChecks.changed'),
  scheduledReport: plainly('scheduledReport.changed'),
  telegram: plainly('telegram.changed'),
  templates: plainly('handover.templatesChanged'),
  layouts: plainly('layouts.changed'),
  savedFilters: plainly('savedFilters.changed'),
  lists: listsChanged,
  listGrowth: { ...listsChanged, everyMs: GROWTH_MS },
  trash: plainly('trash.changed'),
} satisfies Readonly<Record<string, Announcement>>;

export type AnnouncementName = keyof typeof ANNOUNCEMENTS;

/** A write that is announced, as in `WatchedTable`. */
interface TableEvent extends Pick<WatchedTable, 'names' | 'on' | 'of' | 'butNot'> {
  readonly announces: AnnouncementName;
}

/** The columns of clients that follow from readings of the service. */
const CLIENT_READINGS = ['traffic_gb', 'traffic_as_of', 'vpn_active', 'vpn_total', 'vpn_as_of', 'next_expiry'];
/** The columns of lists that follow from their lines. */
const LIST_GROWTH = [
  'line_count',
  'domain_lines',
  'ip_lines',
  'domain_convertible',
  'ip_convertible',
  'duplicates',
  'issues_json',
  'issue_count',
  'digest',
  'missing_lines',
];
const REMOVAL: TableEvent = { announces: 'trash', on: ['UPDATE', 'DELETE'], of: ['removed', 'removed_at'] };

const OF_VPN: readonly TableEvent[] = [{ announces: 'vpn', names: 'clients' }];
const OF_PREMIUM: readonly TableEvent[] = [{ announces: 'premium', names: 'clients' }];

/** Which writes to which table are announced, and how. A column that is not named counts as well. */
export const TABLE_EVENTS: Readonly<Record<string, readonly TableEvent[]>> = {
  clients: [
    { announces: 'clients', names: 'clients', butNot: CLIENT_READINGS },
    { announces: 'clientReadings', names: 'clients', on: ['UPDATE'], of: CLIENT_READINGS },
    REMOVAL,
  ],
  client_tags: [{ announces: 'clients', names: 'clients' }],
  // They are shown on the card alone, and a run writes many.
  client_events: [{ announces: 'clientReadings', names: 'clients' }],

  vpn_reads: OF_VPN,
  vpn_subscriptions: OF_VPN,
  traffic_balances: OF_PREMIUM,
  whitelist_reads: OF_PREMIUM,
  whitelist_ips: OF_PREMIUM,
  sub_user_passwords: OF_PREMIUM,
  dedicated_proxies: [
    { announces: 'dedicated', butNot: ['last_check_json'] },
    { announces: 'dedicatedReadings', on: ['UPDATE'], of: ['last_check_json'] },
  ],

  sales: [{ announces: 'sales' }],
  payments: [{ announces: 'sales' }],
  prices: [{ announces: 'sales' }],
  // The screens about selling may have to appear or to disappear.
  computer_rights: [{ announces: 'sales' }],

  // Each check of an order notes when it looked.
  standing_orders: [{ announces: 'standing', butNot: ['checked_at', 'tries', 'tried_at'] }],
  standing_clients: [{ announces: 'standing' }],
  standing_proxies: [{ announces: 'standing' }],
  due_items: [{ announces: 'standing' }],
  scheduled_lists: [{ announces: 'scheduledLists' }],
  scheduled_list_clients: [{ announces: 'scheduledLists' }],
  due_lists: [{ announces: 'scheduledLists' }],
  scheduled_checks: [{ announces: 'scheduledChecks' }],
  checked_lists: [
    { announces: 'scheduledChecks' },
    // Each list says whether it is checked.
    { announces: 'lists', on: ['INSERT', 'DELETE'] },
  ],
  scheduled_reports: [{ announces: 'scheduledReport' }],
  report_files: [{ announces: 'scheduledReport' }],

  // The bot reads messages, and sends the summary of a day, without a change that anybody sees.
  telegram_bots: [{ announces: 'telegram', butNot: ['next_update', 'summary_done_day'] }],
  telegram_chats: [{ announces: 'telegram' }],
  telegram_invites: [{ announces: 'telegram' }],
  handover_templates: [{ announces: 'templates' }],
  line_layouts: [{ announces: 'layouts' }],
  saved_filters: [{ announces: 'savedFilters' }],
  lists: [
    { announces: 'lists', names: 'lists', butNot: LIST_GROWTH },
    { announces: 'listGrowth', names: 'lists', on: ['UPDATE'], of: LIST_GROWTH },
    REMOVAL,
  ],
};

const BY_ITSELF = 'Its feature sends the event, because the payload or the moment does not follow from the table.';
const DERIVED = 'It follows from another table in the same transaction.';
const RUNS = 'It is shown with a run, whose progress is sent by the engine of runs.';
const ANSWERED = 'It is shown only by the screen that asked for it, which gets it with the answer.';
const EXCHANGE = 'It belongs to the exchange of a shared desk, which sends its own state.';

/** The tables that announce nothing, each with the reason. */
export const UNANNOUNCED_TABLES: Readonly<Record<string, string>> = {
  accounts: BY_ITSELF,
  settings: BY_ITSELF,
  balance_history: BY_ITSELF,
  known_prices: BY_ITSELF,
  purchases: BY_ITSELF,
  // Its list counts the lines.
  list_chunks: DERIVED,
  exports: BY_ITSELF,
  alerts: BY_ITSELF,
  alert_marks: BY_ITSELF,
  // The page of what can be undone shows as well whether it is under way.
  deeds: BY_ITSELF,
  deed_parts: BY_ITSELF,

  client_texts: DERIVED,
  client_grams: DERIVED,
  client_grams_config: DERIVED,
  client_grams_data: DERIVED,
  client_grams_docsize: DERIVED,
  client_grams_idx: DERIVED,
  dedicated_texts: DERIVED,
  proxy_checks: DERIVED,
  stopped_proxies: DERIVED,
  list_checks: DERIVED,
  script_purchases: DERIVED,
  scheduled_list_files: DERIVED,

  runs: RUNS,
  run_lines: RUNS,
  refresh_requests: RUNS,
  run_charges: RUNS,
  check_lines: RUNS,
  import_reports: RUNS,
  import_bad_lines: RUNS,

  dedicated_countries: ANSWERED,
  locations: ANSWERED,
  presets: ANSWERED,

  shared_desks: EXCHANGE,
  shared_computers: EXCHANGE,
  shared_docs: EXCHANGE,
  shared_changed_fields: EXCHANGE,
  shared_changed_records: EXCHANGE,
  shared_outbox: EXCHANGE,
  shared_outbox_records: EXCHANGE,
  shared_conflicts: EXCHANGE,
  shared_set_aside: EXCHANGE,
  shared_set_aside_changes: EXCHANGE,
};
