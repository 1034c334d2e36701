/** The names of a client's fields, in forms, files and the list. */
export const fields = {
  messengerId: 'Messenger ID',
  clientKey: 'Client key',
  name: 'Name',
  tags: 'Tags',
  note: 'Note',
  plan: 'Plan',
  paidUntil: 'Paid until',
  debt: 'Debt',
  prices: 'Own prices',
} as const;
