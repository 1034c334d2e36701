import type { Logger } from '#core/ports.ts';

/** A statement that took longer than any may: a frame of the window waits for it. */
export const SLOW_STATEMENT_MS = 50;
const KEPT = 10;
/** Long lists of columns say no more than how they begin. */
const MAX_LETTERS = 300;

export interface SlowStatement {
  /** Its SQL, with question marks for the values. */
  readonly text: string;
  /** ms it took the slowest time. */
  readonly ms: number;
  readonly times: number;
}

/** Logs statements that were slow, and remembers the slowest since the start. Their values are nowhere in it. */
export const createSlowStatements = (logger: Pick<Logger, 'info'>) => {
  const kept = new Map<string, SlowStatement>();
  const slowest = (): readonly SlowStatement[] => [...kept.values()].sort((a, b) => b.ms - a.ms);
  return {
    note: (sql: string, took: number): void => {
      const text = sql.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LETTERS);
      const ms = Math.round(took);
      logger.info('a statement was slow', { statement: text, ms });
      const known = kept.get(text);
      kept.set(text, { text, ms: Math.max(ms, known?.ms ?? 0), times: (known?.times ?? 0) + 1 });
      const fastest = slowest()[KEPT];
      if (fastest !== undefined) kept.delete(fastest.text);
    },
    slowest,
  };
};
