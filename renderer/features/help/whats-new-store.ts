import { create } from 'zustand';
import { call } from '../../bridge/desk.ts';
import { readLocal, writeLocal } from '../../bridge/local-store.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { lastAccount } from '../../nav/router.ts';

const STORAGE = 'seen-version';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether this computer has shown a desk before. It is read at the start, before the desk that opens is noted. */
const isFirstStart = lastAccount() === undefined;

/** The version that this start runs for the first time, until the user has looked at its changes or closed the mark. */
export const useWhatsNew = create<{ readonly version: string | undefined }>(() => ({ version: undefined }));

/**
 * Finds out whether the app was updated since its last start. A version whose mark was neither opened nor closed is marked
 * again at the next start. The first start of all has nothing to compare with, and marks nothing.
 */
export const hydrateWhatsNew = async (): Promise<void> => {
  const result = await call('system.info', {});
  if (!result.ok) {
    // The next start asks again, and nothing on the screen depends on it.
    markHandled(result.error);
    return;
  }
  const { version } = result.value;
  const seen = readLocal(STORAGE, isText);
  if (seen === version) return;
  if (seen === undefined && isFirstStart) writeLocal(STORAGE, version);
  else useWhatsNew.setState({ version });
};

/** Takes the mark away for good. */
export const endWhatsNew = (): void => {
  const { version } = useWhatsNew.getState();
  if (version !== undefined) writeLocal(STORAGE, version);
  useWhatsNew.setState({ version: undefined });
};
