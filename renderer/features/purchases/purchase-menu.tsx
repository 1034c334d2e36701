import type { Purchase } from '#shared/contract/purchases.ts';
import { ActionItems } from '../../ui/menu-action.tsx';
import { usePurchaseActions } from './use-purchase-actions.ts';

/** What can be done with one purchase, behind the right click. */
export const PurchaseMenuItems = ({ purchase }: { readonly purchase: Purchase }) => (
  <ActionItems actions={usePurchaseActions(purchase)} />
);
