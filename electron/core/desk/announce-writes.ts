import type { Bus } from '#core/bus.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { mergeWritten, NOTHING_WRITTEN, type Written } from '#core/platform/sqlite/statement-access.ts';
import type { Clock } from '#core/ports.ts';
import { ANNOUNCEMENTS, type Announcement, type AnnouncementName, TABLE_EVENTS } from './table-events.ts';

interface Deps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly closing: AbortSignal;
}

const namesOf = (written: Written): readonly AnnouncementName[] => [...written.keys()] as AnnouncementName[];

/**
 * Sends the events that follow from what the database was written (table-events.ts), each once for the work that was
 * done without waiting. They are sent as soon as the writer waits for something or returns, and before its answer: so
 * no listener runs inside the code that writes, which may have more to write.
 */
export const announceWrites = ({ db, bus, clock, closing }: Deps): void => {
  let unsent = NOTHING_WRITTEN;
  let isScheduled = false;
  /** Announcements that were sent lately and wait before they are sent again. */
  const waiting = new Set<AnnouncementName>();

  const wait = (name: AnnouncementName, ms: number): void => {
    waiting.add(name);
    void clock
      .sleep(ms, closing)
      .then(() => {
        waiting.delete(name);
        schedule();
      })
      .catch(() => {});
  };

  const send = (): void => {
    isScheduled = false;
    const due = namesOf(unsent).filter((name) => !waiting.has(name));
    const left = new Map(unsent);
    const senders = new Map<string, Announcement['send']>();
    let events = NOTHING_WRITTEN;
    for (const name of due) {
      const announcement: Announcement = ANNOUNCEMENTS[name];
      events = mergeWritten(events, new Map([[announcement.event, unsent.get(name) ?? null]]));
      senders.set(announcement.event, announcement.send);
      left.delete(name);
      if (announcement.everyMs !== undefined) wait(name, announcement.everyMs);
    }
    unsent = left;
    for (const [event, ids] of events) senders.get(event)?.(bus, ids === null ? null : [...ids]);
  };

  const schedule = (): void => {
    if (isScheduled || unsent.size === 0) return;
    isScheduled = true;
    queueMicrotask(send);
  };

  const watched = Object.entries(TABLE_EVENTS).flatMap(([table, events]) =>
    events.map(({ announces, ...how }) => ({ table, name: announces, ...how })),
  );
  db.reportWrites(watched, (written) => {
    unsent = mergeWritten(unsent, written);
    schedule();
  });
};
