import i18next from 'i18next';
import type { RefreshRun } from '#shared/contract/refresh.ts';
import type { Result } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { doneToast, errorToast } from '../../ui/undo-toast.tsx';
import { useRefresh } from './store.ts';

const noted = (result: Result<RefreshRun>): boolean => {
  if (result.ok) useRefresh.setState({ run: result.value });
  else errorToast(result.error);
  return result.ok;
};

/** Reads all clients, or these, again; resolves to whether that has begun. */
export const startRefresh = async (clientIds?: readonly number[]): Promise<boolean> => {
  const began = noted(await call('refresh.start', clientIds === undefined ? {} : { clientIds: [...clientIds] }));
  if (began && clientIds !== undefined) doneToast(i18next.t('refresh:begun', { count: clientIds.length }));
  return began;
};

export const pauseRefresh = async (runId: number): Promise<boolean> => noted(await call('refresh.pause', { runId }));
export const resumeRefresh = async (runId: number): Promise<boolean> => noted(await call('refresh.resume', { runId }));
export const cancelRefresh = async (runId: number): Promise<boolean> => noted(await call('refresh.cancel', { runId }));
export const retryRefresh = async (runId: number): Promise<boolean> => noted(await call('refresh.retry', { runId }));
