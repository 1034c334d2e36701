import type { AppError, Problem, Result } from '#shared/result.ts';
import { markHandled, reportIfUnhandled } from '../../bridge/unhandled-errors.ts';

/** The typed values as the core takes them, or why they cannot be sent. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads values that are sent as they are typed. */
export const asTyped = <V>(value: V): Read<V> => ({ ok: true, value });

/** Refuses the values because of these problems. */
export const unreadable = (...problems: readonly Problem[]): Read<never> => ({ ok: false, problems });

export interface FormRules<V, T> {
  /** Reads the typed values. Its problems are shown from the first submit on, and follow every change. */
  readonly read: (values: V) => Read<T>;
  /**
   * The value, or the values, that a problem's field belongs to, where their names differ; `[]` if the form shows the field
   * but does not hold its value.
   */
  readonly keys?: Readonly<Record<string, (keyof V & string) | readonly (keyof V & string)[]>>;
}

export type ValueChange<V> = Partial<V> | ((values: V) => Partial<V>);

interface Snapshot<V> {
  readonly values: V;
  /** The form was submitted, and no submit has succeeded since. */
  readonly isTried: boolean;
  readonly busy: boolean;
  /** Why the form itself did not send the values. */
  readonly unsent: AppError | undefined;
  /** Why the core refused the values, and those values. */
  readonly refusal: { readonly error: AppError; readonly values: V } | undefined;
  /** The number of failed submits. Each of them moves the focus. */
  readonly failures: number;
}

/** The state of one form, without React. `useForm` draws it. */
export class FormState<V extends object, T> {
  rules: FormRules<V, T>;
  readonly #listeners = new Set<() => void>();
  readonly #initial: V;
  #now: Snapshot<V>;
  #isDone = false;

  /** `typed` are values that were typed before the form was left. */
  constructor(initial: V, rules: FormRules<V, T>, typed: V = initial) {
    this.rules = rules;
    this.#initial = initial;
    this.#now = {
      values: typed,
      isTried: false,
      busy: false,
      unsent: undefined,
      refusal: undefined,
      failures: 0,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot<V> => this.#now;

  /**
   * The values that would be lost with the form, or `null` if they are the first ones, or were discarded, submitted or are being
   * submitted.
   */
  get unsaved(): V | null {
    const { values, busy } = this.#now;
    return busy || this.#isDone || JSON.stringify(values) === JSON.stringify(this.#initial) ? null : values;
  }

  /** The user has closed the form, so its values are not kept. */
  readonly discard = (): void => {
    this.#isDone = true;
  };

  /** Pass a function if the change begins later than the values were drawn. */
  readonly change = (part: ValueChange<V>): void => {
    const { values } = this.#now;
    this.#isDone = false;
    this.#set({ values: { ...values, ...(typeof part === 'function' ? part(values) : part) } });
  };

  readonly clearError = (): void => this.#set({ refusal: undefined });

  /** Moves the focus to the first wrong field after something other than the form has found the problem. */
  readonly focusProblem = (): void => this.#set({ failures: this.#now.failures + 1 });

  /** Begins anew, by default with the first values. */
  readonly reset = (values: V = this.#initial): void =>
    this.#set({ values, isTried: false, unsent: undefined, refusal: undefined });

  /**
   * The problem to show at a field. The form's own rules come first. A problem that the core found belongs to the values
   * that were sent, and is hidden while the field contains something else.
   */
  problemOf(field: string, values: V = this.#now.values): Problem | undefined {
    const { isTried, unsent, refusal } = this.#now;
    const isOfField = (problem: Problem): boolean => problem.field === field;
    const isAsSent = this.#valueKeys(field).every((key) => Object.is(values[key], refusal?.values[key]));
    const refused = refusal !== undefined && isAsSent ? refusal.error.details?.problems?.find(isOfField) : undefined;
    for (const shown of [refused, unsent?.details?.problems?.find(isOfField)]) {
      if (shown !== undefined) markHandled(shown);
    }
    const typed = isTried ? this.rules.read(values) : undefined;
    return (typed?.ok === false ? typed.problems.find(isOfField) : undefined) ?? refused;
  }

  /** The core's refusal if no field of the form has a problem. */
  get errorElsewhere(): AppError | undefined {
    const { refusal, values } = this.#now;
    const isAtField = ({ field }: Problem): boolean => field in { ...values, ...this.rules.keys };
    return refusal?.error.details?.problems?.some(isAtField) === true ? undefined : refusal?.error;
  }

  /**
   * Sends the values unless the form itself finds problems or another submit is under way. Resolves to whether they were
   * accepted.
   */
  async submit<R>(
    send: (value: T) => Promise<Result<R>>,
    onDone: (answer: R, sent: T) => void,
    values: V = this.#now.values,
  ): Promise<boolean> {
    // The object knows this at once. The drawn button learns it with the next drawing, and a second click may be faster.
    if (this.#now.busy) return false;
    const typed = this.rules.read(values);
    if (!typed.ok) {
      const unsent: AppError = {
        kind: 'invalid-input',
        message: 'The form has problems.',
        details: { problems: typed.problems },
      };
      // A problem with a field that the form does not show must not block it in silence.
      reportIfUnhandled(unsent);
      this.#set({ isTried: true, unsent, refusal: undefined, failures: this.#now.failures + 1 });
      return false;
    }
    this.#set({ isTried: true, busy: true, unsent: undefined, refusal: undefined });
    const result = await send(typed.value).finally(() => this.#set({ busy: false }));
    if (!result.ok) {
      this.#set({ refusal: { error: result.error, values }, failures: this.#now.failures + 1 });
      return false;
    }
    this.#isDone = true;
    this.#set({ isTried: false });
    onDone(result.value, typed.value);
    return true;
  }

  #valueKeys(field: string): readonly (keyof V)[] {
    return [this.rules.keys?.[field] ?? field].flat() as (keyof V)[];
  }

  #set(part: Partial<Snapshot<V>>): void {
    this.#now = { ...this.#now, ...part };
    for (const listener of this.#listeners) listener();
  }
}
