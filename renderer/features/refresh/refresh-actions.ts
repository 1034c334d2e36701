import i18next from 'i18next';
import type { RefreshRun } from '#shared/contract/refresh.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useRefresh } from './store.ts';

const noted = (run: RefreshRun | undefined): boolean => {
  if (run !== undefined) useRefresh.setState({ run });
  return run !== undefined;
};

/** Reads all clients, or these, again; resolves to whether that has begun. */
export const startRefresh = async (clientIds?: readonly number[]): Promise<boolean> => {
  const began = noted(await callOrTell('refresh.start', clientIds === undefined ? {} : { clientIds: [...clientIds] }));
  if (began && clientIds !== undefined) doneToast(i18next.t('refresh:begun', { count: clientIds.length }));
  return began;
};

export const pauseRefresh = async (runId: number): Promise<boolean> =>
  noted(await callOrTell('refresh.pause', { runId }));
export const resumeRefresh = async (runId: number): Promise<boolean> =>
  noted(await callOrTell('refresh.resume', { runId }));
export const cancelRefresh = async (runId: number): Promise<boolean> =>
  noted(await callOrTell('refresh.cancel', { runId }));
export const retryRefresh = async (runId: number): Promise<boolean> =>
  noted(await callOrTell('refresh.retry', { runId }));
