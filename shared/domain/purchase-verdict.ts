/** The verdict of evidence on a purchase whose answer was lost: probable at most, and never the last word. */
export const VERDICTS = ['charged', 'not-charged', 'open'] as const;

export const VERDICT_REASONS = [
  // charged
  'goods-and-spending', // the goods are there, and the price was spent
  'spending-rose', // the price was spent; the API does not list such goods
  'price-differed', // what was spent is the price as it is quoted now, not the one that was asked
  'more-was-spent', // the goods are there, and more than the price was spent
  'goods-unclear', // something like the goods is there, and the price was spent
  // not charged
  'spent-for-others', // the service refused it, and all that was spent is explained by other purchases
  'nothing-came', // no goods, no spending, over a whole day of readings
  // open
  'nothing-yet', // no goods, no spending so far; both may come late
  'goods-without-spending',
  'spending-without-goods',
  'other-amount', // something else than the price was spent: it may be this at another price, or another purchase
  'several-open', // several open purchases could each be what was spent
  'answer-contradicted', // the service refused it, and then the money or the goods moved
  'restored', // the desk was brought back from a copy: what was bought after the copy is not in its ledger
  'other-books', // the token was replaced, and the readings after it do not continue those before
  'unguarded', // the shared desk cannot be reached: what was spent may be a colleague's purchase
  'unread', // what was spent before it is not known
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];
