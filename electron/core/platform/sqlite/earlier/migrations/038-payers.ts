/** Who bought is one of the facts that purchases are counted and narrowed by. */
export const payers = `
DROP INDEX purchases_by_facts;
CREATE INDEX purchases_by_facts
  ON purchases (account_id, id, kind, outcome, goods, computer, created_at, charged_kopecks, price_kopecks);
`;
