/** What other computers told and this one cannot use: electron/core/sync/model/set-aside.ts. */
export const setAside = `
CREATE TABLE shared_aside (
  account_id TEXT NOT NULL REFERENCES shared_desks ON DELETE CASCADE,
  kind TEXT NOT NULL,
  uid TEXT NOT NULL,
  field TEXT NOT NULL,
  stamp TEXT NOT NULL,
  -- JSON, as it was told; '' where there was no room for it
  value TEXT NOT NULL,
  base TEXT,
  -- unknown: of a newer app; unfit: nothing that belongs there; ahead: dated in the future; waits: names what is set aside
  reason TEXT NOT NULL,
  -- ms since the epoch
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind, uid, field)
) STRICT, WITHOUT ROWID;
`;
