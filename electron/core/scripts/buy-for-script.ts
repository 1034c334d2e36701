import { findClientPair } from '#core/catalogue/clients/client-pair.ts';
import { findPurchase } from '#core/money/purchases/purchase-ledger.ts';
import { doubtfulPurchases } from '#core/money/purchases/target.ts';
import { uptimeOf } from '#core/platform/async/uptime.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import { assertGranted, type ScriptDesk, scriptNameOf } from './script-desk.ts';
import { findNamedPurchase, nameScriptPurchase, spentByScripts } from './script-purchases.ts';

interface Payment {
  /** The name or id of the account that pays. */
  readonly account: string;
  /** The script's own name for the purchase. */
  readonly once: string;
  /** In roubles. */
  readonly atMost: number;
  readonly dryRun: boolean;
}

/** `purchase` is `null` for a dry run. `isRepeated`: an earlier call has made this purchase. */
interface Bought {
  readonly priceKopecks: number;
  readonly purchase: Purchase | null;
  readonly isRepeated: boolean;
}

const conflict = (code: string, message: string, params = {}): DeskError =>
  new DeskError('conflict', message, { code, params });

const clockWrong = (): DeskError =>
  conflict('script-clock', 'The clock of this computer is wrong, so the day is not known.');

const otherAccount = (account: string): DeskError =>
  conflict('script-account', 'The script means another account than the one that is open.', { account });

/** Returns the id of the account that a script names. Throws `conflict` (`script-account`) unless there is exactly one. */
const accountNamed = async ({ ask }: ScriptDesk, wanted: string): Promise<string> => {
  const { accounts } = await ask('account.state', {});
  const [meant, ...others] = accounts.filter((account) => account.id === wanted || scriptNameOf(account) === wanted);
  if (meant === undefined || others.length > 0) throw otherAccount(wanted);
  return meant.id;
};

/** Throws unless the user lets scripts pay from this account now. The user may change that at any moment. */
const assertMayPay = (desk: ScriptDesk, accountId: string): void => {
  assertGranted(desk, 'buy');
  if (desk.isPaused()) throw conflict('script-paused', 'The user has paused everything.');
  if (desk.isUnproven(accountId)) {
    throw conflict('script-copy', 'This desk may be a copy, or the token may belong to another account.');
  }
};

/** Throws if the price would exceed the sum of the day. `but`: the purchase itself, if it is written already. */
const assertUnderCap = (
  { db, clock, settings }: ScriptDesk,
  accountId: string,
  priceKopecks: number,
  but: number | null = null,
): void => {
  const spentKopecks = spentByScripts(db, accountId, clock.now(), but);
  const cap = settings().scriptDayCapRubles;
  if (spentKopecks + priceKopecks <= cap * 100) return;
  throw conflict('script-cap', 'It would exceed the sum that scripts may spend in a day.', {
    price: priceKopecks / 100,
    spent: spentKopecks / 100,
    cap,
  });
};

/** Throws if an earlier purchase of the same that is called not charged may have been charged nevertheless. */
const assertUndoubted = ({ db, clock }: ScriptDesk, accountId: string, order: Order): void => {
  const { clientId, kind } = order;
  const client = clientId === null ? null : findClientPair(db, accountId, clientId);
  const now = { now: clock.now(), uptime: uptimeOf(clock) };
  const doubt = doubtfulPurchases(db, accountId, kind, now)?.(order, client) ?? null;
  if (doubt === null) return;
  const { why, purchaseId } = doubt;
  if (why === 'refused-lately') {
    throw conflict('script-refused-lately', 'The service refused the same a moment ago.', { purchaseId });
  }
  throw conflict('script-doubt', 'Only evidence says that the same was not bought.', { purchaseId });
};

/** Throws unless the price may be paid without anybody watching. */
const checkOffer = (
  desk: ScriptDesk,
  accountId: string,
  offer: Awaited<ReturnType<ScriptDesk['buying']['offer']>>,
  atMost: number,
): void => {
  const { order, priceKopecks, open, isUnguarded, datesAsOf } = offer;
  if (priceKopecks <= 0) throw conflict('script-price', 'The service names no price.');
  if (priceKopecks > Math.round(atMost * 100)) {
    throw conflict('script-at-most', 'It costs more than the script agreed to.', {
      price: priceKopecks / 100,
      atMost,
    });
  }
  const earlier = open[0];
  if (earlier !== undefined) {
    throw conflict('script-open', 'An earlier purchase of the same has no outcome yet.', {
      purchaseId: earlier.purchaseId,
    });
  }
  assertUndoubted(desk, accountId, order);
  if (isUnguarded) throw conflict('script-unguarded', 'The shared desk cannot be reached, so a colleague may pay too.');
  if (datesAsOf !== null) throw conflict('script-copy', 'The desk is a copy, and the present end is not known.');
  assertUnderCap(desk, accountId, priceKopecks);
};

/** The goods of a script. */
interface Wanted {
  /** The goods in the script's own words. A repeated call is recognised by them, whatever has changed meanwhile. */
  readonly words: Readonly<Record<string, unknown>>;
  /** Returns the order in the open account. Throws `not-found`. */
  readonly toOrder: () => Order;
}

/**
 * Buys for a script through the journal (docs/money.md). The name makes it happen once: a second call with the same name
 * answers the first purchase, also after a restart, or while another account is open. Throws `conflict` if it may not be paid
 * without a person, and `forbidden` if the user took that right back; nothing was sent then. Both are asked once more just
 * before the request leaves, because a purchase may wait for its turn.
 */
export const buyForScript = (desk: ScriptDesk, { words, toOrder }: Wanted, payment: Payment): Promise<Bought> =>
  desk.inTurn(async () => {
    const { db, buying, session } = desk;
    const { once: name, atMost, dryRun } = payment;
    const accountId = await accountNamed(desk, payment.account);
    const wordsJson = JSON.stringify(words);
    const earlier = findNamedPurchase(db, accountId, name);
    if (earlier !== undefined) {
      if (earlier.wordsJson !== wordsJson) {
        throw conflict('script-name-used', 'This name belongs to another purchase.', { name });
      }
      const purchase = findPurchase(db, accountId, earlier.purchaseId);
      return { priceKopecks: purchase.priceKopecks, purchase, isRepeated: true };
    }
    if (!dryRun) {
      assertMayPay(desk, accountId);
      if (await desk.isClockStillWrong()) throw clockWrong();
    }
    // The offer is for the account that is open at this moment.
    if (session.accountId() !== accountId) throw otherAccount(payment.account);
    const offer = await buying.offer(toOrder());
    const { offerId, priceKopecks } = offer;
    if (dryRun) return { priceKopecks, purchase: null, isRepeated: false };
    checkOffer(desk, accountId, offer, atMost);
    const purchase = await buying.confirm(offerId, priceKopecks, [], {
      withIntent: (purchaseId) => nameScriptPurchase(db, { accountId, name, wordsJson }, purchaseId),
      assertStill: (intended) => {
        assertMayPay(desk, accountId);
        // The clock may have jumped since the last answer before the offer.
        if (desk.isClockWrong()) throw clockWrong();
        assertUndoubted(desk, accountId, offer.order);
        assertUnderCap(desk, accountId, priceKopecks, intended);
      },
    });
    return { priceKopecks, purchase, isRepeated: false };
  });
