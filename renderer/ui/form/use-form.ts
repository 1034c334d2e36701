import { type ChangeEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Result } from '#shared/result.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { deskAccount } from '../../nav/router.ts';
import { type FormRules, FormState, type ValueChange } from './form-state.ts';
import { keepValues, keptValues } from './kept-values.ts';

/** The first values of a form that owns them, or the values and the setter of one that does not. */
type FormValues<V> =
  | {
      readonly initial: V;
      /** The name under which typed values are kept when the form is left, and with which they come back. */
      readonly keptAs?: string;
    }
  | { readonly values: V; readonly onChange: (part: Partial<V>) => void };

type KeyOf<V, X> = { [K in keyof V]: V[K] extends X ? K : never }[keyof V] & string;

/**
 * The values, problems and submits of one form. After a failed submit the first wrong field has the focus. `field`, `input`
 * and `box` give the props of a field of the kit, a text input and a check box; `problem` gives the text of a problem by
 * the name of its field. A problem that no field shows appears in a message.
 */
export const useForm = <V extends object, T>(options: FormValues<V> & FormRules<V, T>) => {
  const outside = 'values' in options ? options : undefined;
  const keptAs = 'values' in options ? undefined : options.keptAs;
  const [state] = useState(() =>
    'values' in options
      ? new FormState(options.values, options)
      : new FormState(options.initial, options, keptValues<V>(keptAs)),
  );
  const [openedOn] = useState(deskAccount);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (keptAs !== undefined) keepValues(openedOn, keptAs, state.unsaved);
    };
  }, [state, keptAs, openedOn]);
  state.rules = options;
  const { isTried, busy, failures, refusal, ...shown } = useSyncExternalStore(state.subscribe, state.snapshot);
  const values = outside?.values ?? shown.values;
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failures > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);

  const change = (part: ValueChange<V>): void => {
    if (outside === undefined) state.change(part);
    else outside.onChange(typeof part === 'function' ? part(values) : part);
  };
  const set = <X>(key: string, value: X): void => change({ [key]: value } as unknown as Partial<V>);
  const problem = (field: string): string | undefined => {
    const found = state.problemOf(field, values);
    return found === undefined ? undefined : problemText(found);
  };
  /** The problem of a value, under whichever name. */
  const problemAt = (key: string): string | undefined => {
    const others = Object.entries(options.keys ?? {}).flatMap(([field, owners]) =>
      [owners].flat().includes(key as KeyOf<V, unknown>) ? [field] : [],
    );
    return [key, ...others].map(problem).find((text) => text !== undefined);
  };
  return {
    /** Belongs to the `Form`. */
    ref,
    values,
    change,
    problem,
    field: <K extends keyof V & string>(key: K) => ({
      value: values[key],
      error: problemAt(key),
      onChange: (value: V[K]): void => set(key, value),
    }),
    input: (key: KeyOf<V, string>) => ({
      value: values[key] as string,
      error: problemAt(key),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => set(key, event.currentTarget.value),
    }),
    box: (key: KeyOf<V, boolean>) => ({
      checked: values[key] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(key, event.currentTarget.checked),
    }),
    /** A submit failed or is under way. */
    isTried,
    busy,
    /** Why the core refused the last submit. */
    refusal: refusal?.error,
    /** The same unless a field has a problem. It belongs above the buttons. */
    error: state.errorElsewhere,
    clearError: state.clearError,
    focusProblem: state.focusProblem,
    /** Resolves to whether the values were accepted. It does nothing while another submit is under way. */
    submit: async <R>(
      send: (value: T) => Promise<Result<R>>,
      onDone: (answer: R, sent: T) => void = () => undefined,
    ) => {
      const isAccepted = await state.submit(send, onDone, outside?.values);
      // Values that are still being sent are not kept: they might be sent twice.
      if (isGone.current && keptAs !== undefined) keepValues(openedOn, keptAs, state.unsaved);
      return isAccepted;
    },
    reset: state.reset,
    /** Call it when the user closes the form, so that a later one does not begin with its values. */
    discard: state.discard,
  };
};

export type FormHandle<V extends object, T> = ReturnType<typeof useForm<V, T>>;
