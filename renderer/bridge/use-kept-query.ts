import { useRef } from 'react';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import { useQuery } from './use-query.ts';

export interface KeptQuery<T> {
  readonly value: T | undefined;
  readonly loading: boolean;
}

/**
 * `useQuery` for what is searched as one types: what was found before stays until the new answer is there. A list that
 * vanishes in between takes away what the user is about to press. `input: null` finds nothing.
 */
export const useKeptQuery = <N extends ProcedureName>(
  procedure: N,
  input: ProcedureInput<N> | null,
): KeptQuery<ProcedureOutput<N>> => {
  const { value, loading } = useQuery(procedure, input);
  const found = useRef<ProcedureOutput<N>>(undefined);
  if (input === null || !loading) found.current = value;
  return { value: found.current, loading };
};
