import type { Database } from './database.ts';

/** Returns the result of `work`, or its earlier result for the same key if nothing at all was written since. */
export type FreshAnswers = <T>(key: string, work: () => T) => T;

interface Answer {
  readonly key: string;
  /** The connection's count of written rows before the search began: any write at all makes the answer stale. */
  readonly version: number;
  readonly value: unknown;
}

/**
 * Caches the last `kept` answers that take long to find, because every page of a scrolled grid needs the same one. A
 * promise that rejects is not kept.
 */
export const createFreshAnswers = (db: Database, kept = 6): FreshAnswers => {
  let answers: readonly Answer[] = [];
  return <T>(key: string, work: () => T): T => {
    const version = db.value<number>('SELECT total_changes()') ?? 0;
    const known = answers.find((answer) => answer.version === version && answer.key === key);
    const answer = known ?? { key, version, value: work() };
    // Answers that `work` itself asked for stay cached, too.
    const others = answers.filter((other) => other.version === version && other !== answer);
    answers = [answer, ...others].slice(0, kept);
    if (known === undefined && answer.value instanceof Promise) {
      answer.value.catch(() => {
        answers = answers.filter((other) => other !== answer);
      });
    }
    return answer.value as T;
  };
};
