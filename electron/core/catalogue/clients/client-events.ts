import type { Database } from '#core/platform/sqlite/database.ts';
import { sql } from '#core/platform/sqlite/sql.ts';
import type { ClientEvent } from '#shared/contract/purchases.ts';

/** Events that concern several things of a client at once. */
type CountedEvent = Extract<ClientEvent, { readonly count: number }>;

/** Events on many things, written slice by slice: each client gets one line, whose count grows. */
export interface EventTally {
  /** Joins the caller's transaction. */
  add(clientId: number, event: CountedEvent): void;
}

/** What was done for clients that costs nothing, for their history. Every call joins the transaction that is open. */
export type ClientEvents = ReturnType<typeof createClientEvents>;

/** `now` in ms since the epoch, UTC. */
export const createClientEvents = (db: Database, now: () => number) => {
  const insert = (clientId: number, event: ClientEvent): number =>
    db.run(
      // A client that is gone for good meanwhile has no history to write to, and that is no failure of the event.
      sql`INSERT INTO client_events (client_id, account_id, at, event_json)
       SELECT id, account_id, ${now()}, ${JSON.stringify(event)} FROM clients WHERE id = ${clientId}`,
    ).lastId;

  return {
    note: (clientId: number, event: ClientEvent): void => {
      insert(clientId, event);
    },
    /** One for each event, however many slices it takes. */
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
            db.run(sql`UPDATE client_events SET event_json = ${JSON.stringify({ ...event, count })}
              WHERE id = ${eventId}`);
          }
          written.set(key, { eventId, count });
        },
      };
    },
  };
};
