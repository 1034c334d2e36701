/** Each product that costs money is one kind. Apart from the contract, whose validator the window does not carry. */
export const PURCHASE_KINDS = ['traffic', 'dedicated', 'dedicated-prolong', 'vpn-buy', 'vpn-renew'] as const;
export type PurchaseKind = (typeof PURCHASE_KINDS)[number];
