import { create } from 'zustand';
import { call } from './desk.ts';
import { follow } from './follow.ts';

const useSales = create<{ readonly inUse: boolean }>(() => ({ inUse: false }));

/** Whether the open desk has a price, a sale or a payment. Until then no screen mentions selling. */
export const useSalesInUse = (): boolean => useSales(({ inUse }) => inUse);

/** Follows whether selling is in use. Call once, at start. */
export const hydrateSales = (): Promise<void> =>
  follow(
    'sales.changed',
    () => call('sales.state', {}),
    (state) => useSales.setState(state),
  );
