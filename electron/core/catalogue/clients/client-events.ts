import type { CommonDeps } from '#core/context.ts';
import { ofRow, sql } from '#core/platform/sqlite/sql.ts';
import type { ClientEvent } from '#shared/contract/purchases.ts';

/** Events about several things of a client. */
type CountedEvent = Extract<ClientEvent, { readonly count: number }>;

/** Counts events that are written slice by slice: each client gets one entry, whose count grows. */
export interface EventTally {
  /** Adds to the count, in the caller's transaction if there is one. */
  add(clientId: number, event: CountedEvent): void;
}

type EventContext = CommonDeps<'db' | 'clock'>;

const insertEvent = ({ db, clock }: EventContext, clientId: number, event: ClientEvent): number => {
  // A client that was permanently deleted meanwhile has no history, which is not an error.
  const statement = sql`INSERT INTO client_events (client_id, account_id, at, event_json)
    SELECT id, account_id, ${clock.now()}, ${JSON.stringify(event)} FROM clients WHERE id = ${clientId}`;
  return db.run(ofRow('clients', clientId, statement)).lastId;
};

/** Adds an action that cost nothing to the history of a client, in the caller's transaction if there is one. */
export const noteClientEvent = (context: EventContext, clientId: number, event: ClientEvent): void => {
  insertEvent(context, clientId, event);
};

/** Creates a tally, one per action, however many slices it takes. */
export const createEventTally = (context: EventContext): EventTally => {
  const written = new Map<string, { readonly eventId: number; readonly count: number }>();
  return {
    add: (clientId, event) => {
      if (event.count === 0) return;
      const key = JSON.stringify([clientId, { ...event, count: 0 }]);
      const before = written.get(key);
      const count = (before?.count ?? 0) + event.count;
      const eventId = before?.eventId ?? insertEvent(context, clientId, event);
      if (before !== undefined) {
        const text = JSON.stringify({ ...event, count });
        const statement = sql`UPDATE client_events SET event_json = ${text} WHERE id = ${eventId}`;
        context.db.run(ofRow('clients', clientId, statement));
      }
      written.set(key, { eventId, count });
    },
  };
};
