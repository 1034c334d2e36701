import type { PartialBook } from '#core/platform/files/partial-book.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import { createDeeds, type Deeds } from '#core/platform/undo/deeds.ts';
import { createUndos, type Undos } from '#core/platform/undo/undos.ts';
import type { Session } from '#core/service/account/session.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { type Language, resolveLanguage } from '#shared/domain/language.ts';
import type { Bus } from './bus.ts';
import type { Emit } from './handlers.ts';
import type { Ports } from './ports.ts';

/**
 * The open desk, as the features see it: its database, clock, bus, session, settings and the rest that most of them need.
 * There is one for each opened database. A feature takes it as its first argument, whole or with the parts that it names
 * (`Pick<DeskContext, 'db' | 'clock'>`); whatever only one feature needs is an argument of its own.
 */
export interface DeskContext extends Ports {
  readonly db: Database;
  readonly bus: Bus;
  readonly emit: Emit;
  readonly session: Session;
  /** The language of texts that the core writes. */
  readonly language: () => Language;
  readonly partials: PartialBook;
  /** Changes that can be undone while the app is open. */
  readonly undos: Undos;
  /** Changes that can be undone for a day. */
  readonly deeds: Deeds;
  readonly settings: () => Settings;
  /** The IANA zone of the service's dates, from the settings. */
  readonly assumedZone: () => string;
  readonly isOffline: () => boolean;
  /** Whether the user has paused everything. */
  readonly isPaused: () => boolean;
  /** Aborted when the desk closes, just before its database. Nothing may start afterwards. */
  readonly closing: AbortSignal;
}

/** The parts of the context that a feature names. */
export type CommonDeps<Names extends keyof DeskContext> = Pick<DeskContext, Names>;

type ContextParts = Ports &
  Pick<DeskContext, 'db' | 'bus' | 'session' | 'partials' | 'settings' | 'isOffline' | 'closing'>;

export const createContext = (parts: ContextParts): DeskContext => {
  const { db, bus, clock, settings } = parts;
  const { emit } = bus;
  return {
    ...parts,
    emit,
    language: () => resolveLanguage(settings().language, parts.systemLocale),
    undos: createUndos(),
    deeds: createDeeds({ db, clock, emit }),
    assumedZone: () => settings().assumedZone,
    isPaused: () => settings().paused,
  };
};
