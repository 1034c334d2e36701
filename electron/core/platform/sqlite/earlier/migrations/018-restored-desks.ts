/** What a desk that was brought back from a copy does not know, and how old the ends of a plan are. Times are ms UTC. */
export const restoredDesks = `
-- what the newest copy it was brought back from had read last; null: it never was
ALTER TABLE accounts ADD COLUMN copy_as_of INTEGER;
-- the same of the first copy: what was bought afterwards may be missing
ALTER TABLE accounts ADD COLUMN unknown_since INTEGER;
-- how old the ends are that the plan shows, the oldest of them; null: none, or nothing is missing
ALTER TABLE bulk_runs ADD COLUMN dates_as_of INTEGER;
`;
