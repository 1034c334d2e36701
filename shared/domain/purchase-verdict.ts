/** The conclusions from evidence about a purchase whose answer was lost. They are probable at most, and may change. */
export const VERDICTS = ['charged', 'not-charged', 'open'] as const;

export const VERDICT_REASONS = [
  // charged
  'goods-and-spending', // the goods are there, and the price was spent
  'spending-rose', // the price was spent; the API does not list such goods
  'price-differed', // the amount spent is the price as quoted now, not the one quoted before the purchase
  'more-was-spent', // the goods are there, and more than the price was spent
  'goods-unclear', // something like the goods is there, and the price was spent
  // not charged
  'spent-for-others', // the service refused it, and other purchases explain everything that was spent
  'nothing-came', // neither goods nor spending in a whole day of readings
  // open
  'nothing-yet', // neither goods nor spending so far; both may appear late
  'goods-without-spending',
  'spending-without-goods',
  'other-amount', // the amount spent differs from the price: either the price changed, or this was another purchase
  'several-open', // any one of several open purchases could explain the amount spent
  'answer-contradicted', // the service refused it, but then the money or the goods changed
  'restored', // the desk was restored from a copy, so its ledger lacks the purchases made after that copy
  'other-books', // the token was replaced, and the readings after it do not continue those before
  'unguarded', // the shared desk cannot be reached, so the spending may come from a colleague's purchase
  'unread', // the amount spent before the purchase is unknown
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];
