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
  /**
   * The action undoes a change in the desk of this account, so only that desk offers it. Ctrl+Z triggers it as well.
   */
  readonly undoesIn?: string | undefined;
}

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'ok' | 'bad';
  readonly message: string;
  readonly action?: ToastAction;
  /** The visible time in ms. It stops while the message has the pointer or the focus. */
  readonly lasts: number;
}

/** The messages, oldest first. */
export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** More messages than this do not wait for a free place. */
const MOST = 20;

/** A message that only reports success can be dropped unseen. */
const isOnlySaid = ({ tone, action }: Omit<Toast, 'id'>): boolean => tone === 'ok' && action === undefined;

/** A repeated message replaces its earlier copy. If there are too many, the oldest dispensable message is dropped. */
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

/** Removes a message before its time is over. */
export const hideToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

/** Runs the action of a message once. */
export const runToast = ({ id, action }: Toast): void => {
  hideToast(id);
  action?.run();
};

const openDesk = (): string => useAccounts.getState().state?.activeId ?? '';

/** Whether the desk of this account shows the message. Undo belongs to the desk in which the change was made. */
export const isSaidIn = (accountId: string, { action }: Toast): boolean =>
  action?.undoesIn === undefined || action.undoesIn === accountId;

/** Undoes the last change in this desk that still can be undone, on Ctrl+Z. Returns `false` if there is none. */
export const takeBack = (): boolean => {
  const last = useToasts.getState().toasts.findLast(({ action }) => action?.undoesIn === openDesk());
  if (last === undefined) return false;
  runToast(last);
  return true;
};

/**
 * Undoes a change by its number in the core. Reports what stays because somebody has changed it since, and that nothing
 * can be undone any more, for example because the core has restarted.
 */
export const takeBackInCore = async (undoId: number): Promise<void> => {
  const result = await call('undo.takeBack', { undoId });
  if (!result.ok) {
    errorToast(result.error);
    return;
  }
  const { count: back, left } = result.value;
  if (back + left === 0) {
    show({ tone: 'bad', message: i18next.t('undo:tooLate'), lasts: ACTION_TIME });
    return;
  }
  if (left === 0) return;
  const values = { back, count: back + left, left: i18next.t('undo:left', { count: left }) };
  show({ tone: 'plain', message: i18next.t('undo:partly', values), lasts: ACTION_TIME });
};

/**
 * Reports a change that can be undone for 12 s, by its number in the core or by a function of the window. Only money
 * and loss ask beforehand in a dialog.
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

/** Reports a success together with a possible next step. */
export const actionToast = (message: string, label: string, run: () => void, lasts = ACTION_TIME): void =>
  show({ tone: 'ok', message, lasts, action: { label, run } });

/** Reports the end of something that the user may have missed. */
export const doneToast = (message: string): void => show({ tone: 'ok', message, lasts: TIME });

/** Reports a failure that has no place on the screen. Where there is one, use `ErrorNotice`. */
export const errorToast = (error: AppError): void => {
  if (error.kind !== 'cancelled') failureToast(describeError(error));
};

/** Reports something that the window itself refuses. */
export const failureToast = (message: string): void => show({ tone: 'bad', message, lasts: ACTION_TIME });

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
