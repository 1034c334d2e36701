import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClientRow } from '#shared/contract/clients.ts';
import { type ClientFields, clientFieldsOf } from '#shared/domain/client-fields.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';

export type SaveClient = (change: Partial<ClientFields>) => Promise<AppError | undefined>;

/**
 * Saves one field of a client at a time, each after the one before: two quick edits must not undo each other.
 * `error` is of the last save.
 */
export const useClientEdit = (
  client: ClientRow,
): { readonly save: SaveClient; readonly error: AppError | undefined } => {
  const latest = useRef(client);
  const queue = useRef(Promise.resolve());
  const [error, setError] = useState<AppError>();
  useEffect(() => {
    latest.current = client;
  }, [client]);

  const save = useCallback((change: Partial<ClientFields>): Promise<AppError | undefined> => {
    const run = async (): Promise<AppError | undefined> => {
      const fields = { ...clientFieldsOf(latest.current), ...change };
      const result = await call('clients.update', { clientId: latest.current.id, ...fields, tags: [...fields.tags] });
      if (result.ok) latest.current = result.value;
      const failed = result.ok ? undefined : result.error;
      setError(failed);
      return failed;
    };
    const done = queue.current.then(run);
    queue.current = done.then(() => undefined);
    return done;
  }, []);

  return { save, error };
};
