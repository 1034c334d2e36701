import { useCallback, useEffect, useRef, useState } from 'react';
import type { EventName, ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { call, firstAnswer } from './desk.ts';
import { markHandled, registerRetry } from './unhandled-errors.ts';
import { useDeskEvent, useDeskEvents } from './use-desk-event.ts';

export interface Query<T> {
  /** The last good answer to this input. It stays while a newer answer is on its way, and when that one fails. */
  readonly value: T | undefined;
  readonly error: AppError | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

interface State<T> {
  readonly key: string;
  readonly value: T | undefined;
  readonly error: AppError | undefined;
  readonly loading: boolean;
}

const NONE: readonly EventName[] = [];

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Calls one procedure on mount, and again when `input` changes (by value), on `reload` and on each of the `events`.
 * Late answers to an older input are dropped. `input: null` asks nothing. An error that no screen shows appears in a
 * message. For lists use `useWindowedRows`. An answer that equals the previous one does not draw the component again
 * (`value` stays the same object), and neither does `loading` if the component never reads it.
 */
export const useQuery = <N extends ProcedureName>(
  name: N,
  input: ProcedureInput<N> | null,
  events: readonly EventName[] = NONE,
): Query<ProcedureOutput<N>> => {
  const key = input === null ? '' : JSON.stringify(input);
  const latestInput = useRef(input);
  latestInput.current = input;
  const ticket = useRef(0);
  const showsLoading = useRef(false);
  const [state, setState] = useState<State<ProcedureOutput<N>>>(() => {
    const value = input === null ? undefined : firstAnswer(name, input);
    return { key, value, error: undefined, loading: input !== null && value === undefined };
  });
  /** The key of an answer that was known at mount, for which no request is needed. */
  const knownKey = useRef(state.value === undefined ? undefined : key);

  const load = useCallback(() => {
    const current = latestInput.current;
    ticket.current += 1;
    const mine = ticket.current;
    if (current === null) {
      const nothing = { key, value: undefined, error: undefined, loading: false };
      setState((before) => (sameValue(before, nothing) ? before : nothing));
      return;
    }
    setState((before) => (before.loading || !showsLoading.current ? before : { ...before, loading: true }));
    void call(name, current).then((result) => {
      if (mine !== ticket.current) {
        if (!result.ok) markHandled(result.error);
        return;
      }
      if (!result.ok) registerRetry(result.error, load);
      setState((before) => {
        const known = before.key === key ? before.value : undefined;
        if (!result.ok) return { key, value: known, error: result.error, loading: false };
        if (!sameValue(known, result.value)) return { key, value: result.value, error: undefined, loading: false };
        const isNews = before.loading || before.error !== undefined;
        return isNews ? { key, value: known, error: undefined, loading: false } : before;
      });
    });
  }, [name, key]);

  useEffect(() => {
    if (knownKey.current !== key) load();
    knownKey.current = undefined;
    return () => {
      ticket.current += 1;
    };
  }, [load, key]);

  useDeskEvents(events, load);
  useDeskEvent('system.answersChecked', ({ changed }) => {
    if (changed.includes(name)) load();
  });

  // The answer to another input must not be visible for even one frame.
  const fresh = state.key === key;
  return {
    value: fresh ? state.value : undefined,
    error: fresh ? state.error : undefined,
    get loading() {
      showsLoading.current = true;
      return state.loading || !fresh;
    },
    reload: load,
  };
};
