/** What is done is an action, in runs and in the history of clients; it had another name here. */
export const actions = `
ALTER TABLE client_events RENAME COLUMN deed_json TO event_json;

UPDATE runs
  SET subject_json = json_remove(json_set(subject_json, '$.action', subject_json ->> '$.deed'), '$.deed')
  WHERE subject_json ->> '$.deed' IS NOT NULL;
`;
