import { findPurchase } from '#core/money/purchases/purchase-ledger.ts';
import type { Order, Purchase } from '#shared/contract/purchases.ts';
import { DeskError } from '#shared/result.ts';
import { type ScriptDesk, scriptNameOf } from './script-desk.ts';
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

/**
 * Returns the id of the open account. Throws `conflict` (`script-account`) if the script means another one, because the
 * user may have switched accounts since the script was written.
 */
const openAccount = async ({ ask, session }: ScriptDesk, wanted: string): Promise<string> => {
  const accountId = session.accountId();
  const { accounts } = await ask('account.state', {});
  const meant = accounts.filter((account) => account.id === wanted || scriptNameOf(account) === wanted);
  if (meant.length !== 1 || meant[0]?.id !== accountId || session.accountId() !== accountId) {
    throw conflict('script-account', 'The script means another account than the one that is open.', {
      account: wanted,
    });
  }
  return accountId;
};

/** Throws unless the price may be paid without anybody watching. */
const checkOffer = (
  { db, clock, settings }: ScriptDesk,
  accountId: string,
  offer: Awaited<ReturnType<ScriptDesk['buying']['offer']>>,
  atMost: number,
): void => {
  const { priceKopecks, open, isUnguarded, datesAsOf } = offer;
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
  if (isUnguarded) throw conflict('script-unguarded', 'The shared desk cannot be reached, so a colleague may pay too.');
  if (datesAsOf !== null) throw conflict('script-copy', 'The desk is a copy, and the present end is not known.');
  const spentKopecks = spentByScripts(db, accountId, clock.now());
  const cap = settings().scriptDayCapRubles;
  if (spentKopecks + priceKopecks > cap * 100) {
    throw conflict('script-cap', 'It would exceed the sum that scripts may spend in a day.', {
      price: priceKopecks / 100,
      spent: spentKopecks / 100,
      cap,
    });
  }
};

/**
 * Buys one order for a script through the journal (docs/money.md). The name makes it happen once: a second call with the
 * same name answers the first purchase, also after a restart. Throws `conflict` if it may not be paid without a person;
 * nothing was sent then.
 */
export const buyForScript = (desk: ScriptDesk, order: Order, payment: Payment): Promise<Bought> =>
  desk.inTurn(async () => {
    const { db, buying, isPaused } = desk;
    const { once: name, atMost, dryRun } = payment;
    const accountId = await openAccount(desk, payment.account);
    const orderJson = JSON.stringify(order);
    const earlier = findNamedPurchase(db, accountId, name);
    if (earlier !== undefined) {
      if (earlier.orderJson !== orderJson) {
        throw conflict('script-name-used', 'This name belongs to another purchase.', { name });
      }
      const purchase = findPurchase(db, accountId, earlier.purchaseId);
      return { priceKopecks: purchase.priceKopecks, purchase, isRepeated: true };
    }
    if (!dryRun && isPaused()) throw conflict('script-paused', 'The user has paused everything.');
    if (!dryRun && desk.isUnproven(accountId)) {
      throw conflict('script-copy', 'This desk may be a copy, or the token may belong to another account.');
    }
    if (!dryRun && (await desk.isClockStillWrong())) {
      throw conflict('script-clock', 'The clock of this computer is wrong, so the day is not known.');
    }
    const offer = await buying.offer(order);
    const { offerId, priceKopecks } = offer;
    if (dryRun) return { priceKopecks, purchase: null, isRepeated: false };
    checkOffer(desk, accountId, offer, atMost);
    const withIntent = (purchaseId: number): void => nameScriptPurchase(db, { accountId, name, orderJson }, purchaseId);
    const purchase = await buying.confirm(offerId, priceKopecks, [], withIntent);
    return { priceKopecks, purchase, isRepeated: false };
  });
