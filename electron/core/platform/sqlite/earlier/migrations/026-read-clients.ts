/** Adds the id, and whether a client was ever read, to an index, so that clients with old data are counted from it alone. */
export const readClients = `
DROP INDEX clients_by_oldest_reading;
CREATE INDEX clients_by_oldest_reading ON clients (
  account_id, removed, archived, min(coalesce(traffic_as_of, 0), coalesce(vpn_as_of, 0)), id,
  coalesce(traffic_as_of, vpn_as_of)
);
`;
