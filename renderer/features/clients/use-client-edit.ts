import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClientRow } from '#shared/contract/clients.ts';
import { type ClientFields, clientFieldsOf } from '#shared/domain/client-fields.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { useAction } from '../../bridge/use-action.ts';

/** `seen` has the stored values at the time when the edit began, if that was a while ago. */
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
  /** Edits that are kept only here because the client is gone. */
  readonly unsaved: Partial<ClientFields>;
}

const NOTHING: Partial<ClientFields> = {};

/**
 * Saves the fields of a client one after another, so that two quick edits do not undo each other. `error` is the error
 * of the last save. While the client `isGone`, edits are kept here until it is restored.
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
      // The card itself says that the client is gone.
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
    // Somebody who did not know of these edits has restored the client.
    if (!isGone && gone.current.unsaved !== NOTHING) void save(takeUnsaved());
  }, [isGone, save, takeUnsaved]);

  const { run: add } = adding;
  const bringBack = useCallback(() => {
    void queue.current.then(async () => {
      const sent = gone.current.unsaved;
      const fields = { ...clientFieldsOf(latest.current), ...sent };
      const result = await add({ ...fields, tags: [...fields.tags] });
      // Edits from the meantime are saved now that the client exists.
      if (result.ok && gone.current.unsaved === sent) takeUnsaved();
    });
  }, [add, takeUnsaved]);

  return { save, bringBack: { run: bringBack, busy: adding.busy, error: adding.error }, error, unsaved };
};
