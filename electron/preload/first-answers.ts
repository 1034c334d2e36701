/** Sends a request. Requests and answers are JSON text, like those of the page. */
type Ask = (name: string, input: string) => Promise<unknown>;
type Listener = (payload: unknown) => void;

interface FirstAnswers {
  /** Returns the answer if it has arrived. Each answer is returned once. */
  readonly take: (name: string, input: unknown) => string | undefined;
  /** Returns the pending or finished request, so that it is not sent twice. */
  readonly asked: (name: string, input: unknown) => Promise<unknown> | undefined;
  /** Records an event. */
  readonly note: (event: string, payload: unknown) => void;
  /** Passes earlier events to a new listener. */
  readonly catchUp: (event: string, listener: Listener) => void;
  /** Ends the recording after the page was drawn, because answers not taken by now would be outdated. */
  readonly end: () => void;
}

/** More events than usually occur while a page loads. */
const MOST_EVENTS = 200;

/**
 * Sends the first requests of the page while its code is still loading, so that it is drawn once with its data instead
 * of empty first. Events between an answer and the page's own subscription are replayed as soon as the page subscribes,
 * and it then repeats the request as usual.
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
      // The page repeats the request and reports the error.
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
