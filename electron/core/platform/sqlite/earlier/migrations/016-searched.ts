/**
 * What a search or a filter looks at, in the order of the ids: it is walked range by range, however many rows there are,
 * and what comes last is written at its end.
 */
export const searched = `
DROP INDEX lists_by_text;
CREATE INDEX lists_by_text ON lists (account_id, removed, id, search_text);
DROP INDEX exports_by_text;
CREATE INDEX exports_by_text ON exports (account_id, id, search_text);
DROP INDEX purchases_by_text;
CREATE INDEX purchases_by_text ON purchases (account_id, id, search_text);
-- All that purchases are counted, added up and narrowed by.
CREATE INDEX purchases_by_facts
  ON purchases (account_id, id, kind, state, created_at, charged_kopecks, price_kopecks);
`;
