import { create } from 'zustand';
import type { RefreshRun } from '#shared/contract/refresh.ts';
import type { Result } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { follow } from '../../bridge/follow.ts';

/** The newest run of the open desk; `undefined` while there never was one. */
export const useRefresh = create<{ readonly run: RefreshRun | undefined }>(() => ({ run: undefined }));

const askForNewest = async (): Promise<Result<RefreshRun | null>> => {
  const result = await call('refresh.state', {});
  return result.ok ? { ok: true, value: result.value.run } : result;
};

export const hydrateRefresh = (): Promise<void> =>
  follow('refresh.changed', askForNewest, (run) => useRefresh.setState({ run }));

/** It has clients left to read, whether it moves or not. */
export const isOpen = (run: RefreshRun | undefined): run is RefreshRun =>
  run !== undefined && run.state !== 'done' && run.state !== 'cancelled';

/** It goes on by itself. */
export const isMoving = (run: RefreshRun | undefined): run is RefreshRun =>
  run?.state === 'running' || run?.state === 'planning';
