import type { PartialBook } from '#core/platform/files/partial-book.ts';
import type { Database } from '#core/platform/sqlite/database.ts';
import type { Deeds } from '#core/platform/undo/deeds.ts';
import type { Undos } from '#core/platform/undo/undos.ts';
import type { Session } from '#core/service/account/session.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { Language } from '#shared/domain/language.ts';
import type { Bus } from './bus.ts';
import type { Emit } from './handlers.ts';
import type { Ports } from './ports.ts';

interface All extends Ports {
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

/** The parts that most features need. Each feature names those that it uses, and desk.ts hands them over. */
export type CommonDeps<Names extends keyof All> = Pick<All, Names>;
