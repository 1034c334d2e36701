import type { Database } from '#core/platform/sqlite/database.ts';
import { ofRow, sql } from '#core/platform/sqlite/sql.ts';
import type { ClientEvent } from '#shared/contract/purchases.ts';

/** Events about several things of a client. */
type CountedEvent = Extract<ClientEvent, { readonly count: number }>;

/** Counts events that are written slice by slice: each client gets one entry, whose count grows. */
export interface EventTally {
  /** Adds to the count, in the caller's transaction if there is one. */
  add(clientId: number, event: CountedEvent): void;
}

/** The history of actions for clients that cost nothing. Every call joins the open transaction. */
export type ClientEvents = ReturnType<typeof createClientEvents>;

/** Creates the history. `now` in ms since the epoch, UTC. */
export const createClientEvents = (db: Database, now: () => number) => {
  const insert = (clientId: number, event: ClientEvent): number => {
    // A client that was permanently deleted meanwhile has no history, which is no error.
    const statement = sql`INSERT INTO client_events (client_id, account_id, at, event_json)
      SELECT id, account_id, ${now()}, ${JSON.stringify(event)} FROM clients WHERE id = ${clientId}`;
    return db.run(ofRow('clients', clientId, statement)).lastId;
  };

  return {
    note: (clientId: number, event: ClientEvent): void => {
      insert(clientId, event);
    },
    /** Creates a tally, one per action, however many slices it takes. */
    tally: (): EventTally => {
      const written = new Map<string, { readonly eventId: number; readonly count: number }>();
      return {
        add: (clientId, event) => {
          if (event.count === 0) return;
          const key = JSON.stringify([clientId, { ...event, count: 0 }]);
          const before = written.get(key);
          const count = (before?.count ?? 0) + event.count;
          const eventId = before?.eventId ?? insert(clientId, event);
          if (before !== undefined) {
            const text = JSON.stringify({ ...event, count });
            const statement = sql`UPDATE client_events SET event_json = ${text} WHERE id = ${eventId}`;
            db.run(ofRow('clients', clientId, statement));
          }
          written.set(key, { eventId, count });
        },
      };
    },
  };
};
