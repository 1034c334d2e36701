/** Requests and answers are JSON text here, as the page's own are. */
type Ask = (name: string, input: string) => Promise<unknown>;
type Listener = (payload: unknown) => void;

interface FirstAnswers {
  /** The answer, if it is there; each once. */
  readonly take: (name: string, input: unknown) => string | undefined;
  /** The same question on its way already, so that it need not be asked twice. */
  readonly asked: (name: string, input: unknown) => Promise<unknown> | undefined;
  /** To be told of every event. */
  readonly note: (event: string, payload: unknown) => void;
  /** Tells a new listener what has happened before it was there. */
  readonly catchUp: (event: string, listener: Listener) => void;
  /** The page has been drawn: what it has not taken by now would be old when it does. */
  readonly end: () => void;
}

/** More than come while a page is read. */
const MOST_EVENTS = 200;

/**
 * Asks what the page is going to ask first while its code is still being read, so that it is drawn once, with its data,
 * instead of empty and then again. What changes between an answer and the page's own listening is told to it as soon as it
 * listens: it then asks again, as it would have done.
 */
export const askFirst = (
  questions: readonly { readonly name: string; readonly input: string }[],
  ask: Ask,
): FirstAnswers => {
  const keyOf = (name: string, input: unknown): string => `${name} ${String(input)}`;
  const pending = new Map<string, Promise<unknown>>();
  const answers = new Map<string, string>();
  let events: (readonly [event: string, payload: unknown])[] = [];
  let isOver = false;
  const end = (): void => {
    isOver = true;
    pending.clear();
    answers.clear();
    events = [];
  };
  for (const { name, input } of questions) {
    const key = keyOf(name, input);
    const asking = ask(name, input);
    pending.set(key, asking);
    asking.then(
      (answer) => {
        if (!isOver && typeof answer === 'string') answers.set(key, answer);
      },
      // The page asks again, and tells what is wrong.
      () => pending.delete(key),
    );
  }
  return {
    take: (name, input) => {
      const key = keyOf(name, input);
      const answer = answers.get(key);
      answers.delete(key);
      if (answer !== undefined) pending.delete(key);
      return answer;
    },
    asked: (name, input) => pending.get(keyOf(name, input)),
    note: (event, payload) => {
      if (isOver) return;
      if (events.length === MOST_EVENTS) end();
      else events.push([event, payload]);
    },
    catchUp: (event, listener) => {
      for (const [name, payload] of events) if (name === event) listener(payload);
    },
    end,
  };
};
