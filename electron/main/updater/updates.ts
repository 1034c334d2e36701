import type { Logger, UpdatePort } from '#core/ports.ts';
import type { UpdateState, UpdatesOff } from '#shared/contract/updates.ts';
import { NOT_OURS } from './signature.ts';

/** The part of electron-updater that is used here. */
export interface Updater {
  /** Whether a downloaded update is installed when the app quits. */
  autoInstallOnAppQuit: boolean;
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string };
  } | null>;
  downloadUpdate(): Promise<unknown>;
  on(event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown;
}

interface UpdatesOptions {
  readonly off: UpdatesOff | null;
  /** Called at the first check, so that starting the app does not pay for it. */
  readonly load: () => Promise<Updater>;
  readonly now: () => number;
  readonly logger: Logger;
}

export interface Updates extends UpdatePort {
  /** Called when the app quits: a downloaded update is installed now, unless a charge is in flight. */
  beforeQuit(chargeInFlight: boolean): void;
}

const NOTHING_YET = { version: null, percent: null, checkedAt: null, failed: null };

/**
 * Creates the updates. They are offered and never forced: nothing is downloaded before the user agrees, and failures
 * are not announced.
 */
export const createUpdater = ({ off, load, now, logger }: UpdatesOptions): Updates => {
  const listeners = new Set<(state: UpdateState) => void>();
  let state: UpdateState = { status: off === null ? 'idle' : 'off', reason: off, ...NOTHING_YET };
  let loading: Promise<Updater> | null = null;
  let loaded: Updater | null = null;

  const become = (change: Partial<UpdateState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener(state);
  };
  const showProgress = ({ percent }: { readonly percent: number }): void => {
    const whole = Math.max(0, Math.min(100, Math.floor(percent)));
    if (state.status === 'downloading' && whole !== state.percent) become({ percent: whole });
  };
  const updater = (): Promise<Updater> => {
    loading ??= load().then((found) => {
      found.on('download-progress', showProgress);
      loaded = found;
      return found;
    });
    return loading;
  };
  /** Logs an error by its name only, because its message may quote the feed's answer. */
  const note = (what: string, error: unknown): void =>
    logger.warn(what, { error: error instanceof Error ? error.name : 'unknown' });

  return {
    state: () => state,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check: async () => {
      if (state.status !== 'idle' && state.status !== 'available') return;
      const before = state.status;
      become({ status: 'checking', failed: null });
      try {
        const found = await (await updater()).checkForUpdates();
        const isNewer = found?.isUpdateAvailable === true;
        const version = isNewer ? found.updateInfo.version : null;
        become({ status: isNewer ? 'available' : 'idle', version, checkedAt: now() });
      } catch (error) {
        note('the check for updates failed', error);
        become({ status: before, failed: error instanceof Error && error.name === NOT_OURS ? 'signature' : 'check' });
      }
    },
    download: async () => {
      if (state.status !== 'available') return;
      become({ status: 'downloading', percent: 0, failed: null });
      try {
        await (await updater()).downloadUpdate();
        become({ status: 'ready', percent: null });
      } catch (error) {
        note('the download of an update failed', error);
        become({ status: 'available', percent: null, failed: 'download' });
      }
    },
    beforeQuit: (chargeInFlight) => {
      if (loaded !== null) loaded.autoInstallOnAppQuit = state.status === 'ready' && !chargeInFlight;
    },
  };
};
