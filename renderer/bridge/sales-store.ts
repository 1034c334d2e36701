import { create } from 'zustand';
import { call } from './desk.ts';
import { follow } from './follow.ts';

/** Of the open desk. */
const useSales = create<{ readonly inUse: boolean }>(() => ({ inUse: false }));

/** Whether there is a price, a sale or a payment: before that no screen speaks of selling. */
export const useSalesInUse = (): boolean => useSales(({ inUse }) => inUse);

export const hydrateSales = (): Promise<void> =>
  follow(
    'sales.changed',
    () => call('sales.state', {}),
    (state) => useSales.setState(state),
  );
