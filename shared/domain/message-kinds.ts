import { FIRST_STAGE } from './alert-stages.ts';

/** The occasions on which a reseller writes to a client. Each has a template of its own in each language. */
export const MESSAGE_KINDS = ['new-goods', 'ending', 'ended', 'debt', 'low-traffic'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The state of a client, as far as it decides which message is due. All times are ms since the epoch, UTC. */
export interface ContactedClient {
  readonly now: number;
  /** The newest purchase for the client; `null` if there is none. */
  readonly boughtAt: number | null;
  /** When goods were last handed over to the client; `null` if never. */
  readonly handedOverAt: number | null;
  readonly subscriptions: readonly { readonly expiresAt: number | null; readonly hasEnded: boolean }[];
  /** Whether a pool has less traffic left than the alerts allow. */
  readonly isTrafficLow: boolean;
  /** 0 or less if the client owes nothing. */
  readonly owedKopecks: number;
}

const DAY = 86_400_000;
/** Goods that were bought earlier, but never handed over by this app, were probably handed over without it. */
const NEW_FOR_MS = 2 * DAY;

/** Returns whether a subscription that runs ends so soon that its client is reminded: when the first alert is raised. */
export const endsSoon = (expiresAt: number | null, now: number): boolean =>
  expiresAt !== null && expiresAt > now && expiresAt - now <= FIRST_STAGE * DAY;

/**
 * Returns the message that is due to a client: new goods first, then whatever cuts the client off soonest, and a debt
 * only when there is nothing else to say. A client for whom nothing is due gets the message about new goods.
 */
export const suggestMessage = (client: ContactedClient): MessageKind => {
  const { now, boughtAt, handedOverAt, subscriptions, isTrafficLow, owedKopecks } = client;
  if (boughtAt !== null && now - boughtAt <= NEW_FOR_MS && (handedOverAt === null || handedOverAt < boughtAt)) {
    return 'new-goods';
  }
  const running = subscriptions.filter(({ hasEnded }) => !hasEnded);
  if (subscriptions.length > 0 && running.length === 0) return 'ended';
  if (running.some(({ expiresAt }) => endsSoon(expiresAt, now))) return 'ending';
  if (isTrafficLow) return 'low-traffic';
  return owedKopecks > 0 ? 'debt' : 'new-goods';
};
