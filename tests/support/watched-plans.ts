import type { Database } from '#core/platform/sqlite/database.ts';
import { asText } from './desk-database.ts';

type Asked = Parameters<Database['all']>;

/** Returns the database, and the steps of every query that it has run. Clear `steps` to begin anew. */
export const watchPlans = (db: Database): { readonly watched: Database; readonly steps: string[] } => {
  const steps: string[] = [];
  const explain = (...asked: Asked): void => {
    const [text, ...values] = asText(...asked);
    // A few rows that were found are sorted on their own.
    if (text.includes('CROSS JOIN')) return;
    const found = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values);
    // Rows that are requested by id are looked up in a list of their own.
    steps.push(...found.map(({ detail }) => detail).filter((step) => !step.includes('SCAN json_each')));
  };
  const explained =
    <T>(read: (...asked: Asked) => T) =>
    (...asked: Asked): T => {
      explain(...asked);
      return read(...asked);
    };
  const watched = {
    ...db,
    get: explained(db.get),
    all: explained(db.all),
    value: explained(db.value),
    values: explained(db.values),
  } as Database;
  return { watched, steps };
};
