import { useState } from 'react';
import { readLocal, writeLocal } from '../../bridge/local-store.ts';

/** The sections of a client's card, in their order. */
export const CARD_TABS = ['vpn', 'traffic', 'proxies', 'money', 'history', 'details'] as const;
export type CardTab = (typeof CARD_TABS)[number];

const STORAGE = 'clients.tab';
const isTab = (value: unknown): value is CardTab => CARD_TABS.some((tab) => tab === value);

/** The tab that the user chose last, for this client or another one, and whether a tab was ever shown on this card. */
export const useCardTab = () => {
  const [tab, setTab] = useState<CardTab>(() => readLocal(STORAGE, isTab) ?? 'vpn');
  // Something may be typed in a tab that was shown, so it stays until the card closes.
  const [shown, setShown] = useState<ReadonlySet<CardTab>>(() => new Set([tab]));
  const show = (next: CardTab): void => {
    setTab(next);
    setShown((before) => new Set([...before, next]));
    writeLocal(STORAGE, next);
  };
  return { tab, show, wasShown: (one: CardTab): boolean => shown.has(one) };
};
