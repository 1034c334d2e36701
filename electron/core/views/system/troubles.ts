import type { Clock, LogFields, Logger } from '#core/ports.ts';

/** An error since the start, without its subject. */
export interface Trouble {
  /** ms since the epoch, UTC. */
  readonly at: number;
  readonly what: string;
}

const KEPT = 30;
/** Fields that only contain the app's own words: kinds, codes and names of errors, and endpoints of the API. */
const SAFE_FIELDS = ['path', 'status', 'kind', 'code', 'reason', 'error'] as const;

/** Keeps recent errors for the diagnostics: messages from the code and these fields, nothing else. */
export const keepTroubles = (logger: Logger, clock: Pick<Clock, 'now'>) => {
  const kept: Trouble[] = [];
  const keep = (message: string, fields: LogFields = {}): void => {
    const words = SAFE_FIELDS.flatMap((name) => ((fields[name] ?? null) === null ? [] : [String(fields[name])]));
    kept.push({ at: clock.now(), what: [message, ...words].join(' · ') });
    if (kept.length > KEPT) kept.shift();
  };
  return {
    /** Logs like the given logger and remembers warnings and errors. */
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
    /** Returns the latest errors, oldest first. */
    recent: (): readonly Trouble[] => [...kept],
  };
};
