import type { Clock, LogFields, Logger } from '#core/ports.ts';

/** What went wrong since the start, without what it was about. */
export interface Trouble {
  readonly at: number;
  readonly what: string;
}

const KEPT = 30;
/** Fields that hold words of ours: kinds, codes and names of errors, and endpoints of the API. */
const TELLING = ['path', 'status', 'kind', 'code', 'reason', 'error'] as const;

/** Remembers kinds of errors for the diagnostics: messages of the code and the telling fields, nothing else. */
export const keepTroubles = (logger: Logger, clock: Pick<Clock, 'now'>) => {
  const kept: Trouble[] = [];
  const keep = (message: string, fields: LogFields = {}): void => {
    const words = TELLING.flatMap((name) => ((fields[name] ?? null) === null ? [] : [String(fields[name])]));
    kept.push({ at: clock.now(), what: [message, ...words].join(' · ') });
    if (kept.length > KEPT) kept.shift();
  };
  return {
    /** Logs as the given one does, and remembers warnings and errors. */
    logger: {
      info: logger.info,
      warn: (message, fields) => {
        keep(message, fields);
        logger.warn(message, fields);
      },
      error: (message, fields) => {
        keep(message, fields);
        logger.error(message, fields);
      },
    } satisfies Logger,
    /** The last ones, oldest first. */
    recent: (): readonly Trouble[] => [...kept],
  };
};
