import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { isHeld } from './hold.ts';
import { go } from './router.ts';

/** The actions at the top of a client's card, in their order there. */
export const CARD_ACTIONS = ['renew', 'traffic', 'link', 'qr', 'handover', 'money'] as const;
export type CardAction = (typeof CARD_ACTIONS)[number];

/** Returns the actions that are offered: the money only where the desk keeps sales. */
export const offeredActions = (actions: readonly CardAction[], hasSales: boolean): readonly CardAction[] =>
  actions.filter((action) => hasSales || action !== 'money');

/** Each letter is a key by its place on the keyboard, so that it works on a Russian layout as well. */
export const CARD_KEYS: Readonly<Record<CardAction, string>> = {
  renew: 'R',
  traffic: 'T',
  link: 'L',
  qr: 'Q',
  handover: 'H',
  money: 'M',
};

/** How an action begins, if not as its button does. */
export interface CardWish {
  /** Goes on to the review with the usual choices. */
  readonly review: boolean;
  /** Months or GB, as they were typed; `null` for the usual choice. */
  readonly amount: string | null;
}

export const NO_WISH: CardWish = { review: false, amount: null };

/** A request to show the card of a client, and to begin one of its actions there. */
interface CardRequest {
  readonly clientId: number;
  /** `null` only shows the card. */
  readonly action: CardAction | null;
  readonly wish: CardWish;
}

const useRequest = create<{ readonly request: CardRequest | null }>(() => ({ request: null }));

/** The request that no card has taken yet. */
export const useCardRequest = (): CardRequest | null => useRequest((state) => state.request);

/** Begins an action for this client on the screen of the clients, once the card of just this client is shown. */
export const requestCardAction = (clientId: number, action: CardAction): void => {
  if (isHeld()) return;
  useRequest.setState({ request: { clientId, action, wish: NO_WISH } });
};

/** Opens the card of this client from anywhere, and begins an action there. */
export const openCard = (clientId: number, action: CardAction | null = null, wish: CardWish = NO_WISH): void => {
  if (isHeld()) return;
  go('clients', { clientId });
  useRequest.setState({ request: { clientId, action, wish } });
};

/**
 * Calls `run` for each request about this client. A card that cannot be shown passes `null`, and a request that waits for
 * it is dropped, because it must not begin later.
 */
export const useTakenCardRequest = (
  clientId: number,
  run: ((action: CardAction | null, wish: CardWish) => void) | null | undefined,
): void => {
  const request = useCardRequest();
  const newest = useRef(run);
  newest.current = run;
  const isMine = request?.clientId === clientId;
  const isReady = run !== undefined;
  useEffect(() => {
    if (!isMine || !isReady) return;
    useRequest.setState({ request: null });
    newest.current?.(request.action, request.wish);
  }, [isMine, isReady, request]);
  useEffect(
    () => () => {
      if (useRequest.getState().request?.clientId === clientId) useRequest.setState({ request: null });
    },
    [clientId],
  );
};
