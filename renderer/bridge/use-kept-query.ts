import { useRef } from 'react';
import type { ProcedureInput, ProcedureName, ProcedureOutput } from '#shared/contract/index.ts';
import { type Query, useQuery } from './use-query.ts';

/**
 * Is `useQuery` for a search while one types: the previous results stay until the new ones arrive. Otherwise the entry
 * that the user is about to press would vanish. `input: null` finds nothing.
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
