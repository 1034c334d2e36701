import { useCallback, useEffect, useRef, useState } from 'react';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { call } from './desk.ts';
import { markTold, offerAgain } from './untold.ts';

export interface Query<T> {
  /** The last good answer to this input; kept while a newer one is on its way and when that one fails. */
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

/**
 * Reads one procedure on mount, again when `input` changes (by value) and on `reload`. A stale answer is dropped.
 * `input: null` asks nothing. An error that is not shown is told in a message. For lists use `useWindowedRows`.
 */
export const useQuery = <N extends ProcedureName>(
  name: N,
  input: ProcedureInput<N> | null,
): Query<ProcedureOutput<N>> => {
  const key = input === null ? '' : JSON.stringify(input);
  const latestInput = useRef(input);
  latestInput.current = input;
  const ticket = useRef(0);
  const [state, setState] = useState<State<ProcedureOutput<N>>>({
    key,
    value: undefined,
    error: undefined,
    loading: input !== null,
  });

  const load = useCallback(() => {
    const current = latestInput.current;
    ticket.current += 1;
    const mine = ticket.current;
    if (current === null) {
      setState({ key, value: undefined, error: undefined, loading: false });
      return;
    }
    setState((before) => ({ ...before, loading: true }));
    void call(name, current).then((result) => {
      if (mine !== ticket.current) {
        if (!result.ok) markTold(result.error);
        return;
      }
      if (!result.ok) offerAgain(result.error, load);
      setState((before) =>
        result.ok
          ? { key, value: result.value, error: undefined, loading: false }
          : { key, value: before.key === key ? before.value : undefined, error: result.error, loading: false },
      );
    });
  }, [name, key]);

  useEffect(() => {
    load();
    return () => {
      ticket.current += 1;
    };
  }, [load]);

  // What belongs to another input must not be shown as the answer to this one, not even for one frame.
  const fresh = state.key === key;
  return {
    value: fresh ? state.value : undefined,
    error: fresh ? state.error : undefined,
    loading: state.loading || !fresh,
    reload: load,
  };
};
