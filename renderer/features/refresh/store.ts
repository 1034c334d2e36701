import { create } from 'zustand';
import type { RefreshRun } from '#shared/contract/refresh.ts';
import { call, subscribe } from '../../bridge/desk.ts';

/** The newest run of the open desk; `undefined` while there never was one. */
export const useRefresh = create<{ readonly run: RefreshRun | undefined }>(() => ({ run: undefined }));

export const hydrateRefresh = async (): Promise<void> => {
  subscribe('refresh.changed', (run) => useRefresh.setState({ run }));
  const result = await call('refresh.state', {});
  if (result.ok && result.value.run !== null) useRefresh.setState({ run: result.value.run });
};

/** It has clients left to read, whether it moves or not. */
export const isOpen = (run: RefreshRun | undefined): run is RefreshRun =>
  run !== undefined && run.state !== 'done' && run.state !== 'cancelled';

/** It goes on by itself. */
export const isMoving = (run: RefreshRun | undefined): run is RefreshRun =>
  run?.state === 'running' || run?.state === 'planning';
