/** What the client list can be sorted by. Without the contract's validators, for the window. */
export const CLIENT_SORTS = [
  'name',
  'clientKey',
  'messengerId',
  'createdAt',
  'trafficGb',
  'lastPurchaseAt',
  'vpnActive',
  'nextExpiry',
] as const;
