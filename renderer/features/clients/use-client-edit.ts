import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClientRow } from '#shared/contract/clients.ts';
import { type ClientFields, clientFieldsOf } from '#shared/domain/client-fields.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { useAction } from '../../bridge/use-action.ts';

/** `seen`: the fields of the change as they stood when it was begun, where that was some time ago. */
export type SaveClient = (change: Partial<ClientFields>, seen?: Partial<ClientFields>) => Promise<AppError | undefined>;

export interface BringBackClient {
  readonly run: () => void;
  readonly busy: boolean;
  readonly error: AppError | undefined;
}

interface ClientEdit {
  readonly save: SaveClient;
  readonly bringBack: BringBackClient;
  readonly error: AppError | undefined;
  /** Kept here alone, because the client is gone. */
  readonly unsaved: Partial<ClientFields>;
}

const NOTHING: Partial<ClientFields> = {};

/**
 * Saves one field of a client at a time, each after the one before: two quick edits must not undo each other.
 * `error` is of the last save. What is written of a client that `isGone` is kept here until it is brought back.
 */
export const useClientEdit = (client: ClientRow, isGone: boolean): ClientEdit => {
  const latest = useRef(client);
  const queue = useRef(Promise.resolve());
  const gone = useRef({ is: isGone, isShown: true, unsaved: NOTHING });
  const [unsaved, setUnsaved] = useState(NOTHING);
  const [error, setError] = useState<AppError>();
  const adding = useAction('clients.add');
  useEffect(() => {
    latest.current = client;
  }, [client]);
  useEffect(() => {
    gone.current.isShown = true;
    return () => {
      gone.current.isShown = false;
    };
  }, []);

  const save = useCallback<SaveClient>((change, seenBefore) => {
    const keep = () => {
      gone.current.unsaved = { ...gone.current.unsaved, ...change };
      setUnsaved(gone.current.unsaved);
    };
    const run = async (): Promise<AppError | undefined> => {
      if (gone.current.is) {
        keep();
        return undefined;
      }
      const known = clientFieldsOf(latest.current);
      const fields = { ...known, ...change };
      const seen = { ...known, ...seenBefore };
      const result = await call('clients.update', {
        clientId: latest.current.id,
        ...fields,
        tags: [...fields.tags],
        seen: { ...seen, tags: [...seen.tags] },
      });
      if (result.ok) latest.current = result.value;
      const failed = result.ok ? undefined : result.error;
      // The card says itself that the client is gone.
      if (failed?.kind === 'not-found' && gone.current.isShown) {
        markHandled(failed);
        keep();
        return undefined;
      }
      setError(failed);
      return failed;
    };
    const done = queue.current.then(run);
    queue.current = done.then(() => undefined);
    return done;
  }, []);

  const takeUnsaved = useCallback((): Partial<ClientFields> => {
    const { unsaved: taken } = gone.current;
    gone.current.unsaved = NOTHING;
    setUnsaved(NOTHING);
    return taken;
  }, []);
  useEffect(() => {
    gone.current.is = isGone;
    // Whoever has brought it back did not know of it.
    if (!isGone && gone.current.unsaved !== NOTHING) void save(takeUnsaved());
  }, [isGone, save, takeUnsaved]);

  const { run: add } = adding;
  const bringBack = useCallback(() => {
    void queue.current.then(async () => {
      const sent = gone.current.unsaved;
      const fields = { ...clientFieldsOf(latest.current), ...sent };
      const result = await add({ ...fields, tags: [...fields.tags] });
      // What was written meanwhile is saved when the client is there.
      if (result.ok && gone.current.unsaved === sent) takeUnsaved();
    });
  }, [add, takeUnsaved]);

  return { save, bringBack: { run: bringBack, busy: adding.busy, error: adding.error }, error, unsaved };
};
