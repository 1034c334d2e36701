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

/** The time after the opening, or after a change, when the desk is at rest. */
const KEEP_AFTER_MS = 10_000;
/** The most characters that are kept. The usual answers have about 20,000. */
const MOST_CHARACTERS = 512 * 1024;

/** The answers that the page also receives as the payload of an event. It requests the others again. */
const EVENTS: Readonly<Record<string, string>> = {
  'settings.get': 'settings.changed',
  'account.state': 'account.changed',
};

/**
 * The events after which the answers are forgotten: another desk is open or none, or the file may contain names of clients
 * that were deleted for good.
 */
const FORGETTING = new Set(['account.page', 'trash.changed']);

/** Whether an event says that selling is shown on this computer; `undefined` for another event. */
const salesShownIn = (event: string, payload: unknown): boolean | undefined =>
  event === 'sales.changed' && typeof payload === 'object' && payload !== null
    ? Reflect.get(payload, 'inUse') === true
    : undefined;

const keyOf = (name: string, input: string): string => `${name} ${input}`;

/**
 * All questions by their keys. Those of the overview are included, because only the page knows which screen it opens.
 */
const QUESTIONS = new Map(
  firstQuestions(undefined).map(({ name, input }) => {
    const key = keyOf(name, input);
    return [key, { key, name, input }];
  }),
);

const questionOf = (name: string, input: unknown) =>
  typeof input === 'string' ? QUESTIONS.get(keyOf(name, input)) : undefined;

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
    const known = [...QUESTIONS.keys()].map((key) => [key, Reflect.get(answers, key)]);
    return known.every(([, answer]) => valueIn(answer) !== undefined) ? new Map(known as [string, string][]) : null;
  }) ?? new Map();

const accountIds = (state: unknown): string => {
  const accounts: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'accounts') : null;
  return Array.isArray(accounts) ? accounts.map((account: object) => String(Reflect.get(account, 'id'))).join() : '';
};

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
  const given = new Set<NonNullable<ReturnType<typeof questionOf>>>();
  /** The newest answers of the core, as far as they have passed by. */
  const newest = new Map<string, string>();
  let areSalesShown = false;
  /** Counts the calls of `forget`, so that answers requested before are not written afterwards. */
  let forgotten = 0;
  const forget = (): void => {
    forgotten += 1;
    newest.clear();
    rmSync(file, { force: true });
  };
  const isSmall = (): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= MOST_CHARACTERS * 4;
  const note = (name: string, input: unknown, answer: unknown): void => {
    const question = questionOf(name, input);
    if (question !== undefined && valueIn(answer) !== undefined) newest.set(question.key, answer as string);
  };
  /** Writes the newest answers, if there is one to each question. */
  const write = (): void => {
    const found = [...QUESTIONS.keys()].map((key) => [key, newest.get(key)] as const);
    const size = found.reduce((sum, [, answer]) => sum + (answer?.length ?? MOST_CHARACTERS), 0);
    if (size < MOST_CHARACTERS) writeSmallFile(file, { build, answers: Object.fromEntries(found) });
  };

  /** Requests all answers and writes them. Nothing is written if another account was opened meanwhile. */
  const keep = async (): Promise<void> => {
    const begun = forgotten;
    const found = await Promise.all(
      [...QUESTIONS.values()].map(async ({ name, input }) => ({ name, input, answer: await ask(name, input) })),
    );
    if (begun !== forgotten) return;
    for (const { name, input, answer } of found) note(name, input, answer);
    write();
  };
  let keeping: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** Keeps the answers when the desk is at rest. */
  const keepSoon = (): void => {
    clearTimeout(keeping);
    keeping = setTimeout(() => {
      if (!isClosed) void keep();
    }, KEEP_AFTER_MS).unref();
  };
  /** Notes a value that an event brings. After a change of the accounts, nothing is kept of those before. */
  const noteEvent = (event: string, payload: unknown): void => {
    const [name] = Object.entries(EVENTS).find(([, one]) => one === event) ?? [];
    if (name === undefined) return;
    const before = newest.get(keyOf(name, '{}'));
    const isAnother = before === undefined || accountIds(valueIn(before)) !== accountIds(payload);
    if (name === 'account.state' && isAnother) forget();
    newest.set(keyOf(name, '{}'), JSON.stringify({ ok: true, value: payload }));
  };

  return {
    /** Reads and deletes the file. Returns whether there are answers. */
    take: (): boolean => {
      if (isSmall()) answers = readAnswers(file, build);
      forget();
      return answers.size > 0;
    },
    /** Returns the kept answer to a question, marked as such, until the core has started. */
    answer: (name: string, input: unknown): string | undefined => {
      const question = questionOf(name, input);
      const answer = question && answers.get(question.key);
      if (question === undefined || answer === undefined) return undefined;
      given.add(question);
      return `${answer.slice(0, -1)},"isKept":true}`;
    },
    /** Ends the use of kept answers, and sends the page what has changed since they were kept. */
    settle: async (): Promise<void> => {
      const before = answers;
      answers = new Map();
      const changed = await Promise.all(
        [...given].map(async ({ key, name, input }) => {
          const answer = await ask(name, input);
          const value = valueIn(answer);
          note(name, input, answer);
          if (answer === before.get(key)) return null;
          const event = EVENTS[name];
          if (event === undefined) return name;
          // It is sent at once, because an event that follows has a newer value.
          if (value !== undefined) tell(event, value);
          return null;
        }),
      );
      given.clear();
      tell('system.answersChecked', { changed: changed.filter((name) => name !== null) });
    },
    /** Takes notice of an answer that the core gives to the page. */
    note,
    /** Takes notice of an event of the core. */
    onEvent: (event: string, payload: unknown): void => {
      noteEvent(event, payload);
      const shown = salesShownIn(event, payload) ?? areSalesShown;
      // The answers contain debts, which this computer must not show any more.
      const isHiddenNow = areSalesShown && !shown;
      areSalesShown = shown;
      const isForgetting = FORGETTING.has(event) || isHiddenNow;
      if (isForgetting) forget();
      if (isForgetting || event === 'account.changed') keepSoon();
    },
    keep,
    keepSoon,
    /** Writes the newest answers that have passed by, without a request. */
    write,
    /** Writes these answers for the last time. */
    close: (): void => {
      isClosed = true;
      write();
    },
    /** Deletes the file, because another desk is open or none. */
    forget,
  };
};
