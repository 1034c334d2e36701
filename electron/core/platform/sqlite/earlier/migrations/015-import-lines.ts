/** The lines that imports rejected. Each is stored once, and one row holds many of them, packed. */
export const importLines = `
CREATE TABLE import_bad_lines (
  id INTEGER PRIMARY KEY,
  job_id INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
  -- How many things are wrong with these lines.
  problems INTEGER NOT NULL,
  -- As the lines of proxy lists are stored. Each is JSON: a line of the file as it stands there, and what is wrong with it.
  lines BLOB NOT NULL
) STRICT;

INSERT INTO import_bad_lines (job_id, problems, lines)
  SELECT job_id, count(*), CAST(char(7) || json_object('line', line, 'cells', json(cells_json),
    'problems', json_group_array(json(CASE WHEN params_json IS NULL THEN json_object('field', field, 'code', code)
      ELSE json_object('field', field, 'code', code, 'params', json(params_json)) END))) || char(10) AS BLOB)
  FROM import_problems GROUP BY job_id, line;
DROP TABLE import_problems;

-- Holds all that is asked of a job's lines before they are read.
CREATE INDEX import_bad_lines_by_job ON import_bad_lines (job_id, id, problems);
`;
