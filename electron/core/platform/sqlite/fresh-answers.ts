import type { Database } from './database.ts';
import type { WatchedReads } from './statement-access.ts';

/** Returns the result of `work`, or its earlier result for the same key if nothing that it read was written since. */
export type FreshAnswers = <T>(key: string, work: () => T) => T;

interface Answer {
  readonly key: string;
  readonly value: unknown;
  readonly reads: WatchedReads;
}

/**
 * Caches the last `kept` answers that take long to find, because every page of a scrolled grid needs the same one, and
 * something is written all the time: readings, alerts, the journal. The key must name everything that an answer depends
 * on besides the database, such as the time. A promise that rejects is not kept.
 */
export const createFreshAnswers = (db: Database, kept = 6): FreshAnswers => {
  let answers: readonly Answer[] = [];
  return <T>(key: string, work: () => T): T => {
    answers = answers.filter(({ reads }) => reads.isCurrent());
    const known = answers.find((answer) => answer.key === key);
    known?.reads.useAgain();
    const answer = known ?? { key, ...db.watchReads(work) };
    // Answers that `work` itself asked for stay cached, too.
    answers = [answer, ...answers.filter((other) => other !== answer)].slice(0, kept);
    if (known === undefined && answer.value instanceof Promise) {
      answer.value.catch(() => {
        answers = answers.filter((other) => other !== answer);
      });
    }
    return answer.value as T;
  };
};
