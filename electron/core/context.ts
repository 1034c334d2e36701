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
  /** Of texts that the core writes. */
  readonly language: () => Language;
  readonly partials: PartialBook;
  /** Of what can be taken back while the app is open. */
  readonly undos: Undos;
  /** Of what can be taken back for a day. */
  readonly deeds: Deeds;
  readonly settings: () => Settings;
  /** The setting: an IANA zone. */
  readonly assumedZone: () => string;
  readonly isOffline: () => boolean;
  /** The user has paused everything. */
  readonly isPaused: () => boolean;
  /** Aborted when the desk closes, the database right behind it: nothing is begun any more. */
  readonly closing: AbortSignal;
}

/** What most features are made of: each names what it needs, and gets it from desk.ts. */
export type CommonDeps<Names extends keyof All> = Pick<All, Names>;
