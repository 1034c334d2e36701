import type { EvidenceFact, Resolution } from '#shared/contract/purchases.ts';
import { isSettledByHand } from '#shared/domain/journal.ts';
import { type Judgement, judge, type MoneySign, readSpending } from '#shared/domain/purchase-verdict.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { CallOptions } from '../../api/call.ts';
import type { Clock } from '../../ports.ts';
import { kindOf } from '../kinds/index.ts';
import type { GoodsFinding, PurchaseKind, Sibling } from '../kinds/purchase-kind.ts';
import type { Finding } from '../purchase-journal.ts';
import { elapsedSince, uptimeOf } from '../uptime.ts';
import type { OtherPurchase, UnknownPurchase } from './open-purchases.ts';
import {
  AFTER_SENDING_MS,
  type Reading,
  type SpendingSince,
  SUM_MAY_LAG_MS,
  spendingSince,
  timeLeft,
} from './spending-since.ts';

/** The evidence that is read once for all purchases of a run. */
export interface Evidence {
  readonly api: ApiClient;
  readonly now: Reading;
  /** Money was spent on this token before that this app knows nothing of. */
  readonly othersSpend: boolean;
  readonly options: CallOptions;
}

export interface Surroundings {
  readonly others: readonly OtherPurchase[];
  readonly siblings: readonly Sibling[];
}

/** What was spent before is not known, so nothing can be said of what was spent since. */
const UNREAD: Judgement = { verdict: 'undecided', certainty: 'unknown', reason: 'other-amount' };

/** How often the sum is looked at while it may lag behind. */
const LOOK_EVERY_MS = 2 * 60_000;

const QUOTE_DECIDES: readonly MoneySign[] = ['less', 'more'];

/** The price as quoted now, when it could explain a rise that is not the price that was agreed. */
const quoteNow = async (kind: PurchaseKind, purchase: UnknownPurchase, { api }: Evidence): Promise<number | null> => {
  try {
    return (await kind.quote(api, purchase.order)).priceKopecks;
  } catch {
    // Not needed for a verdict, only for a better one.
    return null;
  }
};

/** What the service's lists and its sum of spending say of one purchase whose answer was lost (DESIGN 6, step 7). */
export const examinePurchase = async (
  purchase: UnknownPurchase,
  { others, siblings }: Surroundings,
  evidence: Evidence,
  clock: Clock,
): Promise<Finding> => {
  const { id, order, client, before, sentAt, priceKopecks } = purchase;
  const kind = kindOf(order);
  const goods: GoodsFinding = await kind.examine(
    evidence.api,
    // The kind that needs a client has one: its orders cannot be without.
    { id, order, client: client as Parameters<PurchaseKind['examine']>[1]['client'], before, sentAt, siblings },
    evidence.options,
  );
  const afterSendingMs = goods.sign === 'untold' ? SUM_MAY_LAG_MS : AFTER_SENDING_MS;
  const spendingIf = (view: { readonly isPrompt: boolean; readonly onlyRipe?: boolean }) =>
    spendingSince(purchase, others, evidence.now, { ...view, afterSendingMs });
  const hasHadTime = timeLeft(purchase, evidence.now.uptime) === 0;
  const waited = purchase.sentUptime === null ? null : elapsedSince(purchase.sentUptime, evidence.now.uptime);
  const facts: EvidenceFact[] = [...goods.facts, { fact: 'waited', before: null, after: waited }];

  let spending = spendingIf({ isPrompt: false });
  if (spending === null) return undecided(UNREAD, facts, clock);
  let quotedKopecks: number | null = null;
  const moneyOf = (since: SpendingSince): MoneySign => readSpending({ ...since, priceKopecks, quotedKopecks });
  if (QUOTE_DECIDES.includes(moneyOf(spending))) {
    quotedKopecks = await quoteNow(kind, purchase, evidence);
    if (quotedKopecks !== null) facts.push({ fact: 'quoted', before: priceKopecks, after: quotedKopecks });
  }
  const judgeBy = (since: SpendingSince): Judgement =>
    judge({
      ...{ goods: goods.sign, money: moneyOf(since), isRipe: since.isRipe },
      ...{ hasHadTime, othersSpend: evidence.othersSpend },
    });
  let judgement = judgeBy(spending);
  if (waitFor(judgement, purchase, evidence.now.uptime) === 0) {
    // What was judged by came too early, with a later purchase; by now there is a reading that came in time.
    spending = spendingIf({ isPrompt: false, onlyRipe: true }) ?? spending;
    judgement = judgeBy(spending);
  }
  if (judgement.verdict === 'undecided' && judgement.reason === 'several-open' && hasHadTime) {
    const prompt = spendingIf({ isPrompt: true });
    const likely = prompt === null ? judgement : judgeBy(prompt);
    if (prompt !== null && likely.verdict !== 'undecided') {
      spending = prompt;
      judgement = { ...likely, certainty: 'probable', reason: 'several-open' };
    }
  }
  // What follows from the word of the user is no proof either.
  const restsOnWord = spending.restsOnWord || siblings.some((one) => one.id > id && isSettledByHand(one.state));
  if (judgement.verdict !== 'undecided' && restsOnWord) {
    judgement = { ...judgement, certainty: 'probable', reason: 'by-hand' };
  }
  if (judgement.verdict !== 'undecided' && purchase.restoredMark !== null) {
    judgement = { ...judgement, certainty: 'probable', reason: 'restored' };
  }
  facts.unshift(...spendingFacts(spending));
  const isOtherPrice = moneyOf(spending) === 'other-price';
  if (judgement.verdict === 'undecided') {
    return undecided(judgement, facts, clock, waitFor(judgement, purchase, evidence.now.uptime));
  }
  const isCharged = judgement.verdict === 'charged';
  return {
    resolution: resolutionOf(judgement, facts, clock, null),
    event: isCharged ? kind.foundAs : 'found-not-charged',
    chargedKopecks: isCharged ? (isOtherPrice ? spending.risenKopecks : priceKopecks) : null,
    handover: isCharged ? (goods.handover ?? null) : null,
  };
};

/** Milliseconds until another look may say more; `null`: nothing will come of waiting. */
const waitFor = ({ reason }: Judgement, purchase: UnknownPurchase, uptime: number): number | null => {
  if (reason === 'too-early') return timeLeft(purchase, uptime);
  return reason === 'sum-may-lag' ? Math.min(LOOK_EVERY_MS, timeLeft(purchase, uptime, SUM_MAY_LAG_MS)) : null;
};

const spendingFacts = ({ beforeKopecks, afterKopecks, ownKopecks }: SpendingSince): EvidenceFact[] => [
  { fact: 'spent', before: beforeKopecks, after: afterKopecks },
  ...(ownKopecks === 0 ? [] : [{ fact: 'own-spending' as const, before: null, after: ownKopecks }]),
];

const resolutionOf = (judgement: Judgement, facts: EvidenceFact[], clock: Clock, waitMs: number | null): Resolution => {
  const checkedAt = clock.now();
  return { ...judgement, facts, checkedAt, nextCheckAt: waitMs === null ? null : checkedAt + waitMs };
};

const undecided = (
  judgement: Judgement,
  facts: EvidenceFact[],
  clock: Clock,
  waitMs: number | null = null,
): Finding => ({
  resolution: resolutionOf(judgement, facts, clock, waitMs),
  event: null,
  chargedKopecks: null,
  handover: null,
});

/** The spending as of a reading of the balance that came just now. */
export const readingOf = (spentKopecks: number, clock: Clock): Reading => ({ spentKopecks, uptime: uptimeOf(clock) });
