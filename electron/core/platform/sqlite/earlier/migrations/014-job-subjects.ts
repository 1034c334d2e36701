/** What jobs are about, and what became of imports. Times are ms since the epoch, UTC. */
export const jobSubjects = `
-- JSON; null: the title says it
ALTER TABLE jobs ADD COLUMN subject_json TEXT;

CREATE TABLE import_reports (
  job_id INTEGER PRIMARY KEY REFERENCES jobs ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  -- JSON array of the titles of the file's columns
  header_json TEXT NOT NULL,
  added INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  bad INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Each thing that is wrong with a line that was not imported.
CREATE TABLE import_problems (
  job_id INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
  line INTEGER NOT NULL,
  part INTEGER NOT NULL,
  field TEXT NOT NULL,
  code TEXT NOT NULL,
  params_json TEXT,
  -- JSON array: the line as it stands in the file
  cells_json TEXT NOT NULL,
  PRIMARY KEY (job_id, line, part)
) STRICT, WITHOUT ROWID;
`;
