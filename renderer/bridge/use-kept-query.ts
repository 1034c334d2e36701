import { useRef } from 'react';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import { type Query, useQuery } from './use-query.ts';

/**
 * `useQuery` for what is searched as one types: what was found before stays until the new answer is there. A list that
 * vanishes in between takes away what the user is about to press. `input: null` finds nothing.
 */
export const useKeptQuery = <N extends ProcedureName>(
  procedure: N,
  input: ProcedureInput<N> | null,
): Pick<Query<ProcedureOutput<N>>, 'value' | 'loading'> => {
  const { value, loading } = useQuery(procedure, input);
  const found = useRef<ProcedureOutput<N>>(undefined);
  if (input === null || !loading) found.current = value;
  return { value: found.current, loading };
};
