import type { Logger } from '#core/ports.ts';

/** The longest time in ms that a statement should take: a frame of the window waits for it. */
export const SLOW_STATEMENT_MS = 50;
const KEPT = 10;
/** The beginning is enough to recognise a statement with a long list of columns. */
const MAX_LETTERS = 300;

export interface SlowStatement {
  /** Its SQL, with question marks for the values. */
  readonly text: string;
  /** The longest time it took, in ms. */
  readonly ms: number;
  readonly times: number;
}

/** Logs slow statements and remembers the slowest since the start, always without their values. */
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
