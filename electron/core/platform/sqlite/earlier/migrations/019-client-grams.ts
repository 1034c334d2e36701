/**
 * One index for words of any length, in the place of trigrams, which find nothing shorter than three letters: every
 * character and every two neighbours of a client's text. `search_grams` is a function of the connection
 * (storage/database.ts); what is written later comes with its grams (clients/client-repository.ts).
 */
export const clientGrams = `
DROP TRIGGER client_texts_insert;
DROP TRIGGER client_texts_delete;
DROP TRIGGER client_texts_update;
DROP TABLE clients_fts;
CREATE VIRTUAL TABLE client_grams USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');
-- Merged in small steps by whoever writes many rows (clients/client-repository.ts): SQLite's own merges would stall.
INSERT INTO client_grams (client_grams, rank) VALUES ('automerge', 0);
INSERT INTO client_grams (rowid, grams) SELECT client_id, search_grams(search_text) FROM client_texts;
CREATE TRIGGER client_grams_delete AFTER DELETE ON client_texts BEGIN
  DELETE FROM client_grams WHERE rowid = old.client_id;
END;
`;
