import { useCallback, useEffect, useRef, useState } from 'react';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError, Result } from '#shared/result.ts';
import { call } from './desk.ts';

export interface Action<N extends ProcedureName> {
  readonly run: (input: ProcedureInput<N>) => Promise<Result<ProcedureOutput<N>>>;
  readonly busy: boolean;
  /** The error of the last run; the next run clears it. */
  readonly error: AppError | undefined;
  readonly clearError: () => void;
}

/** Calls a procedure when a button is pressed, and holds the state that the button has to show. */
export const useAction = <N extends ProcedureName>(name: N): Action<N> => {
  const [state, setState] = useState<{ readonly busy: boolean; readonly error: AppError | undefined }>({
    busy: false,
    error: undefined,
  });
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const run = useCallback(
    async (input: ProcedureInput<N>) => {
      setState({ busy: true, error: undefined });
      const result = await call(name, input);
      if (shown.current) setState({ busy: false, error: result.ok ? undefined : result.error });
      return result;
    },
    [name],
  );
  const clearError = useCallback(() => setState((state) => ({ ...state, error: undefined })), []);
  return { run, ...state, clearError };
};
