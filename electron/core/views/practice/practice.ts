import { passDueList } from '#core/automation/scheduled-lists/due-list-repository.ts';
import { insertSchedule } from '#core/automation/scheduled-lists/schedule-repository.ts';
import { saveOrder } from '#core/automation/standing/standing-repository.ts';
import type { ClientPair } from '#core/catalogue/clients/client-pair.ts';
import { clientByPair, insertClient } from '#core/catalogue/clients/client-repository.ts';
import { savePreset } from '#core/catalogue/lists/preset-repository.ts';
import { savePools, saveWhitelist } from '#core/catalogue/premium/premium-repository.ts';
import { saveSubscriptions } from '#core/catalogue/vpn/vpn-repository.ts';
import type { DeskContext } from '#core/context.ts';
import { kindOf, notePrices } from '#core/money/products/index.ts';
import type { Stores } from '#core/money/products/product.ts';
import { type Ending, endingOfReading } from '#core/money/purchases/outcome.ts';
import { endPurchase, writeIntent } from '#core/money/purchases/purchase-journal.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Clock } from '#core/ports.ts';
import { findAccount, ledgerMarkOf, setBalance } from '#core/service/account/account-repository.ts';
import type { Order } from '#shared/contract/purchases.ts';
import { forClientTexts } from '#shared/domain/client-fields.ts';
import type {
  PastEvent,
  PastPurchase,
  PracticeClient,
  PracticeDay,
  PracticeOrder,
} from '#shared/domain/practice-day.ts';
import { latestDay } from '#shared/domain/rhythm.ts';
import { momentOn } from '#shared/domain/schedule-time.ts';
import { NO_CONDITIONS } from '#shared/domain/standing-rules.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import { pastAnswer } from './past-answer.ts';
import { addPastList } from './past-lists.ts';
import { recordPastPayment, recordPastSale, setPastPrices } from './past-sales.ts';

type PastReading = Extract<PastEvent, { readonly what: 'reading' }>;

const ANSWERED_AFTER_MS = 400;
const GIVEN_UP_AFTER_MS = 60_000;
const KEPT_FILES = 5;
const LOST: Ending = { event: 'open', reason: 'timeout', note: '' };

/** Returns the uptime at a past time. It is negative before the start of the machine, but differences stay correct. */
const uptimeAt = (clock: Clock, at: number): number => uptimeOf(clock) - (clock.now() - at);

const addPastClient = (db: Database, accountId: string, client: PracticeClient): ClientPair => {
  const { messengerId, clientKey, name, note, tags, addedAt } = client;
  const fields = {
    ...forClientTexts(() => ''),
    messengerId,
    clientKey,
    name,
    note,
    tags: [...tags],
    paidUntil: null,
  };
  return { clientId: insertClient(db, accountId, fields, addedAt), messengerId, clientKey, name };
};

const keepBalance = ({ db, clock }: DeskContext, accountId: string, reading: PastReading): void => {
  const { at: asOf, balanceKopecks, spentKopecks } = reading;
  const balance = { balanceKopecks, spentKopecks, asOf, uptime: uptimeAt(clock, asOf) };
  setBalance(db, accountId, balance, ledgerMarkOf(db, accountId));
};

const keepReading = (db: Database, clientId: number, { at, ...read }: NonNullable<PracticeClient['read']>): void => {
  saveSubscriptions(db, clientId, pastAnswer('vpn.info', read.subscriptions), at);
  savePools(db, clientId, pastAnswer('premium.traffic.balance', read.pools), at);
  const whitelist = pastAnswer('premium.whitelist', read.whitelist);
  if (whitelist.kind === 'ips') saveWhitelist(db, clientId, whitelist.ips, null, at);
};

/** Stores the price that was quoted before a purchase. */
const notePrice = (
  db: Database,
  accountId: string,
  order: Order,
  { priceKopecks, at: receivedAt }: Pick<PastPurchase, 'priceKopecks' | 'at'>,
): void => {
  if (order.kind === 'vpn-buy' || order.kind === 'vpn-renew') {
    const request = { periodMonths: order.periodMonths };
    notePrices(db, accountId, {
      name: 'vpn.quote',
      request,
      answer: { value: { priceKopecks, periodMonths: order.periodMonths }, receivedAt },
    });
  }
  if (order.kind === 'dedicated-prolong') {
    const { serviceIds: ids, period } = order;
    const items = ids.map((id) => ({ id, ipv: null, priceKopecks: priceKopecks / ids.length }));
    const answer = { value: { period, totalKopecks: priceKopecks, items }, receivedAt };
    notePrices(db, accountId, { name: 'dedicated.prolong.quote', request: { ids, period: period as 30 }, answer });
  }
};

const addPastPurchase = (
  { db, clock }: DeskContext,
  stores: Stores,
  accountId: string,
  pairs: readonly ClientPair[],
  past: PastPurchase,
): void => {
  const { at, priceKopecks, answer, pools, dueDay } = past;
  const client = past.order.clientId === null ? null : (pairs[past.order.clientId] ?? null);
  const order = { ...past.order, clientId: client?.clientId ?? null } as Order;
  // `durably` joins the transaction of the whole day, because none of these writes must be on the disk before the
  // others.
  const journal = {
    db: { ...db, durably: db.transaction },
    clock: { ...clock, uptime: () => uptimeAt(clock, at) },
    stores,
  };
  const balance = findAccount(db, accountId)?.balance;
  const evidence = { at, uptime: uptimeAt(clock, at), balance, ...(pools === null ? {} : { pools }) };
  const id = writeIntent(journal, { accountId, order, client, priceKopecks, evidence }, at);
  const raw = answer === null ? null : { ...answer, complete: true };
  const ending = raw === null ? LOST : endingOfReading(kindOf(order).readKept(order, raw));
  endPurchase(journal, id, ending, at + (raw === null ? GIVEN_UP_AFTER_MS : ANSWERED_AFTER_MS), raw);
  notePrice(db, accountId, order, past);
  if (dueDay === null || client === null) return;
  recordPastSale(db, { accountId, purchaseId: id, order, clientId: client.clientId, dueDay });
};

const addOrder = (db: Database, accountId: string, pairs: readonly ClientPair[], order: PracticeOrder): void => {
  const { at, targets, ...terms } = order;
  const clientsOf = (places: readonly number[]) => places.flatMap((place) => pairs[place]?.clientId ?? []);
  const wanted =
    'tag' in targets
      ? ({ of: 'tag', tag: targets.tag } as const)
      : ({ of: 'clients', clientIds: clientsOf(targets.clients) } as const);
  saveOrder(db, accountId, undefined, { ...terms, ...NO_CONDITIONS, targets: wanted, zone: localZone() }, at);
};

/** Adds a scheduled list that starts on the next morning. */
const addScheduled = (
  { db, clock, settings }: DeskContext,
  accountId: string,
  { at, ...list }: PracticeDay['scheduled'][number],
  folder: string,
): void => {
  const rhythm = { every: 'weekdays', monthDay: 1, time: '08:00' } as const;
  const output = { mode: 'files', variant: 'domain', template: settings().fileNameTemplate } as const;
  const zone = localZone();
  const made = { ...list, rhythm, zone, output, keep: KEPT_FILES, skipWithoutTraffic: true, enabled: true };
  db.transaction(() => {
    const id = insertSchedule(db, accountId, { ...made, folder, folderChosen: true }, [], at);
    const day = latestDay(rhythm, clock.now(), zone);
    if (day !== null) passDueList(db, id, day, momentOn(day, rhythm.time, zone), clock.now());
  });
};

/**
 * Fills a practice desk with clients, purchases, sales, readings, presets and standing orders, in the caller's transaction.
 * The desk then contains what it would know if it had worked for months with the sandbox's initial data. Everything is
 * written by the code that normally writes it, with the times of the past.
 */
export const writePracticeDay = (context: DeskContext, stores: Stores, accountId: string, day: PracticeDay): void => {
  const { db } = context;
  const { clients: known, past } = day;
  const pairs = known.map((client) => addPastClient(db, accountId, client));
  setPastPrices(db, accountId, day.prices, pairs);
  for (const one of past) {
    if (one.what === 'purchase') addPastPurchase(context, stores, accountId, pairs, one);
    if (one.what === 'reading') keepBalance(context, accountId, one);
    if (one.what === 'payment') recordPastPayment(db, accountId, pairs[one.client]?.clientId ?? 0, one.at);
  }
  for (const [index, { clientId }] of pairs.entries()) {
    const read = known[index]?.read;
    if (read !== null && read !== undefined) keepReading(db, clientId, read);
  }
  for (const { name, recipe, at } of day.presets) savePreset(db, accountId, name, recipe, at);
  for (const order of day.standing) addOrder(db, accountId, pairs, order);
};

/**
 * Makes the past lists of a practice desk with their files, and the scheduled ones. Never rejects: a practice desk without
 * them is still usable.
 */
export const makePracticeLists = async (context: DeskContext, accountId: string, day: PracticeDay): Promise<void> => {
  const { clients: known, past, scheduled, filesFolder } = day;
  try {
    for (const one of past) {
      const client = one.what === 'list' ? known[one.client] : undefined;
      if (one.what !== 'list' || client === undefined) continue;
      const stored = clientByPair(context.db, accountId, client.messengerId, client.clientKey);
      if (stored !== undefined)
        await addPastList(context, accountId, { ...stored, clientId: stored.id }, one, filesFolder);
    }
    if (filesFolder !== null) for (const list of scheduled) addScheduled(context, accountId, list, filesFolder);
  } catch (error) {
    context.logger.warn('the practice lists could not be made', {
      error: error instanceof Error ? error.name : 'unknown',
    });
  }
};
