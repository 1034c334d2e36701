import i18next from 'i18next';
import { create } from 'zustand';
import type { AppError } from '#shared/result.ts';
import { useAccounts } from '../bridge/accounts-store.ts';
import { call } from '../bridge/desk.ts';
import { describeElsewhere, describeError } from '../i18n/describe-error.ts';

const ACTION_TIME = 12_000;
const TIME = 5_000;

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** It takes back what was done in the desk of this account, and is offered there alone: Ctrl+Z does it, too. */
  readonly undoesIn?: string | undefined;
}

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'ok' | 'bad';
  readonly message: string;
  readonly action?: ToastAction;
  /** ms in sight; the time stands still under the pointer and the focus. */
  readonly lasts: number;
}

/** What is said beside the screens, oldest first. */
export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** More are not kept waiting for a place in sight. */
const MOST = 20;

/** It only says that something went well: nothing is lost when it is not seen. */
const isOnlySaid = ({ tone, action }: Omit<Toast, 'id'>): boolean => tone === 'ok' && action === undefined;

/** What is said again is said once, as the newest; of too many the oldest go that nobody needs. */
const show = (toast: Omit<Toast, 'id'>): void => {
  lastId += 1;
  const id = lastId;
  const isSame = ({ tone, message, action }: Toast): boolean =>
    tone === toast.tone && message === toast.message && action === undefined && toast.action === undefined;
  useToasts.setState(({ toasts }) => {
    const all = [...toasts.filter((one) => !isSame(one)), { ...toast, id }];
    const dropped = all.length > MOST ? all.findIndex(isOnlySaid) : -1;
    return { toasts: dropped === -1 ? all : all.toSpliced(dropped, 1) };
  });
};

export const hideToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

/** Does what the toast offers, once. */
export const runToast = ({ id, action }: Toast): void => {
  hideToast(id);
  action?.run();
};

const openDesk = (): string => useAccounts.getState().state?.activeId ?? '';

/** Whether it is said in the desk of an account: another account knows nothing of what could be taken back. */
export const isSaidIn = (accountId: string, { action }: Toast): boolean =>
  action?.undoesIn === undefined || action.undoesIn === accountId;

/** Ctrl+Z: takes back what was done last in this desk and can still be. `false`: there is nothing of the kind. */
export const takeBack = (): boolean => {
  const last = useToasts.getState().toasts.findLast(({ action }) => action?.undoesIn === openDesk());
  if (last === undefined) return false;
  runToast(last);
  return true;
};

/** By the number that the core gave for it; what stays because somebody has changed it since is said. */
export const takeBackInCore = async (undoId: number): Promise<void> => {
  const result = await call('undo.takeBack', { undoId });
  if (!result.ok) {
    errorToast(result.error);
    return;
  }
  const { count: back, left } = result.value;
  if (left === 0) return;
  const values = { back, count: back + left, left: i18next.t('undo:left', { count: left }) };
  show({ tone: 'plain', message: i18next.t('undo:partly', values), lasts: ACTION_TIME });
};

/**
 * Done, and can be taken back for 12 s: by the number that the core gave for it, or by a change of the window's own.
 * Dialogs are for money and loss only.
 */
export const undoToast = (message: string, undo: number | (() => void)): void =>
  show({
    tone: 'plain',
    message,
    lasts: ACTION_TIME,
    action: {
      label: i18next.t('actions.undo'),
      run: typeof undo === 'number' ? () => void takeBackInCore(undo) : undo,
      undoesIn: openDesk(),
    },
  });

/** Done, with the one thing that may come next. */
export const actionToast = (message: string, label: string, run: () => void, lasts = ACTION_TIME): void =>
  show({ tone: 'ok', message, lasts, action: { label, run } });

/** Something finished that the eye may have missed. */
export const doneToast = (message: string): void => show({ tone: 'ok', message, lasts: TIME });

/** A failure without a place of its own on the screen; where there is one, use `ErrorNotice` there. */
export const errorToast = (error: AppError): void => {
  if (error.kind !== 'cancelled') show({ tone: 'bad', message: describeError(error), lasts: ACTION_TIME });
};

/**
 * Shows an error that no screen shows (bridge/unhandled-errors.ts). If something could only not be read, the message says
 * so and offers to try again. Several parts of a screen that fail alike share one message, and one retry repeats them all.
 */
export const unhandledErrorToast = (error: AppError, retry: (() => void) | undefined): void => {
  const text = describeElsewhere(error);
  if (retry === undefined) {
    show({ tone: 'bad', message: text, lasts: ACTION_TIME });
    return;
  }
  const message = i18next.t('errors:notRead', { text });
  const same = useToasts.getState().toasts.find((toast) => toast.tone === 'bad' && toast.message === message);
  if (same !== undefined) hideToast(same.id);
  const run = () => {
    same?.action?.run();
    retry();
  };
  show({ tone: 'bad', message, lasts: ACTION_TIME, action: { label: i18next.t('errors:retry'), run } });
};
