import type { Database } from '../storage/database.ts';

/** Answers with `work`, or with what it answered for the same key, as long as nothing at all was written since. */
export type FreshAnswers = <T>(key: string, work: () => Promise<T>) => Promise<T>;

interface Answer {
  readonly key: string;
  /** The connection's count of written rows before it was looked for: any write at all makes it old. */
  readonly version: number;
  readonly value: Promise<unknown>;
}

/** Keeps a few answers that take long to find: each page of a grid that is scrolled asks for the same. */
export const createFreshAnswers = (db: Database, kept = 6): FreshAnswers => {
  let answers: readonly Answer[] = [];
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const version = db.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;
    const fresh = answers.filter((answer) => answer.version === version);
    const known = fresh.find((answer) => answer.key === key);
    const answer = known ?? { key, version, value: work() };
    answers = [answer, ...fresh.filter((other) => other !== answer)].slice(0, kept);
    if (known === undefined) {
      answer.value.catch(() => {
        answers = answers.filter((other) => other !== answer);
      });
    }
    return answer.value as Promise<T>;
  };
};
