import { rmSync, statSync } from 'node:fs';
import { firstQuestions } from '#shared/contract/first-questions.ts';
import type { Result } from '#shared/result.ts';
import { readSmallFile, writeSmallFile } from './small-file.ts';

interface KeptAnswersOptions {
  readonly file: string;
  /** Identifies this build of the app. The answers of another build may have another shape. */
  readonly build: string;
  readonly ask: (name: string, input: string) => Promise<Result<unknown> | string>;
  /** Sends an event to the page. */
  readonly tell: (event: string, payload: unknown) => void;
}

/** The most characters that are kept. The usual answers have about 20,000. */
const MOST_CHARACTERS = 512 * 1024;

/** The answers that the page also receives as the payload of an event. It requests the others again. */
const EVENTS: Readonly<Record<string, string>> = {
  'settings.get': 'settings.changed',
  'account.state': 'account.changed',
};

/** All questions: those of the overview are included, because only the page knows which screen it opens. */
const QUESTIONS = firstQuestions(undefined);

const keyOf = (name: string, input: unknown): string => `${name} ${String(input)}`;

/** Returns the value of an answer in JSON, or `undefined` if it is not a good answer. */
const valueIn = (answer: unknown): unknown => {
  if (typeof answer !== 'string') return undefined;
  try {
    const result: unknown = JSON.parse(answer);
    if (typeof result !== 'object' || result === null || Reflect.get(result, 'ok') !== true) return undefined;
    return Reflect.get(result, 'value');
  } catch {
    return undefined;
  }
};

const readAnswers = (file: string, build: string): Map<string, string> =>
  readSmallFile(file, (value) => {
    const answers: unknown = Reflect.get(value, 'answers');
    if (Reflect.get(value, 'build') !== build || typeof answers !== 'object' || answers === null) return null;
    const known = QUESTIONS.map(({ name, input }) => keyOf(name, input)).map((key) => [key, Reflect.get(answers, key)]);
    return known.every(([, answer]) => valueIn(answer) !== undefined) ? new Map(known as [string, string][]) : null;
  }) ?? new Map();

/**
 * Keeps the answers to the first questions of the desk's page (shared/contract/first-questions.ts) from one run of the
 * app for the next one, so that the page can be drawn before the core has started. Each answer shows its age as always.
 * As soon as the core has started, the page receives everything that has changed since.
 *
 * The file contains what the overview shows, and no secrets. It is read once and deleted at once, so that answers with
 * which the page cannot be drawn do no harm at the start after that.
 */
export const createKeptAnswers = ({ file, build, ask, tell }: KeptAnswersOptions) => {
  let answers = new Map<string, string>();
  /** The questions that were answered with a kept answer. */
  const given = new Map<string, (typeof QUESTIONS)[number]>();
  /** Counts the calls of `forget`, so that answers requested before are not written afterwards. */
  let forgotten = 0;
  const forget = (): void => {
    forgotten += 1;
    rmSync(file, { force: true });
  };
  const isSmall = (): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= MOST_CHARACTERS * 4;

  return {
    /** Reads and deletes the file. Returns whether there are answers. */
    take: (): boolean => {
      if (isSmall()) answers = readAnswers(file, build);
      forget();
      return answers.size > 0;
    },
    /** Returns the kept answer to a question, marked as such, until the core has started. */
    answer: (name: string, input: unknown): string | undefined => {
      const answer = answers.get(keyOf(name, input));
      const question = QUESTIONS.find((one) => one.name === name && one.input === input);
      if (answer === undefined || question === undefined) return undefined;
      given.set(keyOf(name, input), question);
      return `${answer.slice(0, -1)},"isKept":true}`;
    },
    /** Ends the use of kept answers, and sends the page what has changed since they were kept. */
    settle: async (): Promise<void> => {
      const before = answers;
      answers = new Map();
      const outdated = await Promise.all(
        [...given].map(async ([key, { name, input }]) => {
          const answer = await ask(name, input);
          return answer === before.get(key) ? null : { name, value: valueIn(answer) };
        }),
      );
      given.clear();
      const changed = outdated.filter((one) => one !== null);
      for (const { name, value } of changed) {
        const event = EVENTS[name];
        if (event !== undefined && value !== undefined) tell(event, value);
      }
      const again = changed.map(({ name }) => name).filter((name) => EVENTS[name] === undefined);
      tell('system.answersChecked', { changed: again });
    },
    /**
     * Requests the answers and writes them, if a desk is open. Nothing is written if one of them fails, or if the open
     * desk or the settings changed meanwhile.
     */
    keep: async (): Promise<void> => {
      const begun = forgotten;
      const found: Record<string, string> = {};
      for (const { name, input } of [...QUESTIONS, ...QUESTIONS.filter(({ name }) => EVENTS[name] !== undefined)]) {
        const key = keyOf(name, input);
        const answer = await ask(name, input);
        if (typeof answer !== 'string' || valueIn(answer) === undefined) return;
        if (found[key] !== undefined && found[key] !== answer) return;
        found[key] = answer;
      }
      const size = Object.values(found).reduce((sum, { length }) => sum + length, 0);
      if (begun === forgotten && size <= MOST_CHARACTERS) writeSmallFile(file, { build, answers: found });
    },
    /** Deletes the file, because another desk is open or none. */
    forget,
  };
};
