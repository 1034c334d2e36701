import type { ClientDeed } from '#shared/contract/purchases.ts';
import type { Database } from '../storage/database.ts';

/** Deeds that concern several things of a client at once. */
type CountedDeed = Extract<ClientDeed, { readonly count: number }>;

/** Deeds on many things, written slice by slice: each client gets one line, whose count grows. */
export interface DeedTally {
  /** Joins the caller's transaction. */
  add(clientId: number, deed: CountedDeed): void;
}

/** What was done for clients that costs nothing, for their history. Every call joins the transaction that is open. */
export interface ClientDeeds {
  note(clientId: number, deed: ClientDeed): void;
  /** One for each deed, however many slices it takes. */
  tally(): DeedTally;
}

/** `now` in ms since the epoch, UTC. */
export const createClientDeeds = (db: Database, now: () => number): ClientDeeds => {
  const insert = (clientId: number, deed: ClientDeed): number =>
    db.run(
      // A client that is gone for good meanwhile has no history to write to, and that is no failure of the deed.
      'INSERT INTO client_events (client_id, at, deed_json) SELECT id, ?, ? FROM clients WHERE id = ?',
      now(),
      JSON.stringify(deed),
      clientId,
    ).lastId;

  return {
    note: (clientId, deed) => {
      insert(clientId, deed);
    },
    tally: () => {
      const written = new Map<string, { readonly eventId: number; readonly count: number }>();
      return {
        add: (clientId, deed) => {
          if (deed.count === 0) return;
          const key = JSON.stringify([clientId, { ...deed, count: 0 }]);
          const before = written.get(key);
          const count = (before?.count ?? 0) + deed.count;
          const eventId = before?.eventId ?? insert(clientId, deed);
          if (before !== undefined) {
            db.run('UPDATE client_events SET deed_json = ? WHERE id = ?', JSON.stringify({ ...deed, count }), eventId);
          }
          written.set(key, { eventId, count });
        },
      };
    },
  };
};
