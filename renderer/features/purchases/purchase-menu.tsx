import type { Purchase } from '#shared/contract/purchases.ts';
import { DeedItems } from '../../ui/deed.tsx';
import { usePurchaseDeeds } from './use-purchase-deeds.ts';

/** What can be done with one purchase, behind the right click. */
export const PurchaseMenuItems = ({ purchase }: { readonly purchase: Purchase }) => (
  <DeedItems deeds={usePurchaseDeeds(purchase)} />
);
