/**
 * When reports of an account are written into a folder of this computer, and the file of each day (YYYY-MM-DD) or month
 * (YYYY-MM). `path` is null if the report was passed over; `written` is 0 while its file may not be there.
 */
export const scheduledReports = `
CREATE TABLE scheduled_reports (
  account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  enabled INTEGER NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('day', 'month')),
  format TEXT NOT NULL CHECK (format IN ('csv', 'pdf')),
  time TEXT NOT NULL,
  folder TEXT NOT NULL,
  folder_chosen INTEGER NOT NULL,
  problem TEXT
) STRICT;
CREATE TABLE report_files (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  period TEXT NOT NULL,
  path TEXT,
  written INTEGER NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (account_id, period)
) STRICT;
`;
