import i18next from 'i18next';
import { create } from 'zustand';
import type { CsvReading, ImportPreview } from '#shared/contract/clients.ts';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import { GIVEN_TABLE } from '#shared/domain/pasted-table.ts';
import type { AppError, Result } from '#shared/result.ts';
import { useAccounts } from '../../bridge/accounts-store.ts';
import { call, subscribe } from '../../bridge/desk.ts';
import { go, useRouter } from '../../nav/router.ts';
import { readDroppedTable } from '../../ui/dropped-table.ts';
import { actionToast, errorToast, failureToast } from '../../ui/undo-toast.tsx';

type ImportResult = ProcedureOutput<'clients.importConfirm'>;

type ImportStep =
  | { readonly kind: 'none' }
  /** Waits for the user to paste a table. */
  | { readonly kind: 'pasting' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'preview'; readonly preview: ImportPreview; readonly busy: boolean }
  | { readonly kind: 'writing'; readonly preview: ImportPreview }
  | { readonly kind: 'done'; readonly preview: ImportPreview; readonly result: ImportResult };

interface ImportState {
  readonly step: ImportStep;
  /** The account that owns the clients. */
  readonly accountId: string | null;
  readonly error: AppError | undefined;
  /** The number of lines read or written so far. */
  readonly progress: number;
}

const NONE: ImportState = { step: { kind: 'none' }, accountId: null, error: undefined, progress: 0 };

/** An import from the choice of a table to its result. It continues while another screen is open. */
export const useImport = create<ImportState>(() => NONE);

const set = (part: Partial<ImportState>): void => useImport.setState(part);
const show = (): void => go('clients', { importing: true });
const accountNow = (): string | null => useAccounts.getState().state?.activeId ?? null;

const previewNow = (): ImportPreview | undefined => {
  const { step } = useImport.getState();
  return 'preview' in step ? step.preview : undefined;
};

const cancel = (importId: number) => void call('clients.importCancel', { importId });

/** The request for a file that is running, and the one that is wanted. "Back" drops the wish, but not the request. */
let asking: number | null = null;
let wanted = 0;
let watches = false;

/** Called once, with the first import, so that progress arrives on every screen. */
const watch = (): void => {
  if (watches) return;
  watches = true;
  subscribe('clients.importProgress', ({ importId, done, stage }) => {
    const { step } = useImport.getState();
    if (stage === 'writing') {
      if (step.kind === 'writing' && step.preview.importId === importId) set({ progress: done });
      return;
    }
    // The user has chosen a file, and before that there is nothing to show. Without a request, a file is read again.
    if (asking !== null && asking !== wanted) return;
    set({ progress: done });
    if (asking === null || step.kind === 'reading') return;
    set({ step: { kind: 'reading' } });
    show();
  });
};

type Opening = () => Promise<Result<ImportPreview | null>>;

/** Opens a table and shows what an import would do. While an import is in progress, it shows that one instead. */
const open = async (ask: Opening): Promise<void> => {
  if (asking !== null) return;
  const accountId = accountNow();
  const now = useImport.getState();
  if (now.step.kind === 'writing' && now.accountId === accountId) {
    show();
    return;
  }
  watch();
  wanted += 1;
  const mine = wanted;
  asking = mine;
  set({ ...NONE, accountId });
  const result = await ask();
  asking = null;
  if (mine !== wanted) {
    if (result.ok && result.value !== null) cancel(result.value.importId);
    return;
  }
  if (!result.ok) errorToast(result.error);
  if (!result.ok || result.value === null) {
    set(NONE);
    return;
  }
  set({ step: { kind: 'preview', preview: result.value, busy: false } });
  show();
};

/** Says why a table is not even sent to the core. */
const refuse = (message: string): Result<null> => {
  failureToast(message);
  return { ok: true, value: null };
};

/** Asks for a file and reads it. */
export const openImport = (): Promise<void> => open(() => call('clients.importOpen', {}));

/** Reads a table that the user has pasted. */
export const openPasted = (text: string): Promise<void> =>
  open(async () =>
    text.length > GIVEN_TABLE.characters
      ? refuse(i18next.t('clients:importer.refused.pasteTooLong'))
      : call('clients.importGiven', { table: { kind: 'pasted', text } }),
  );

/** Asks the user to paste a table. */
export const startPasting = (): void => {
  const { step, accountId } = useImport.getState();
  if (step.kind !== 'writing' || accountId !== accountNow()) set({ ...NONE, step: { kind: 'pasting' } });
  show();
};

/** Reads a file that was dropped on the window. */
export const openDropped = (files: readonly File[]): Promise<void> =>
  open(async () => {
    const file = await readDroppedTable(files, i18next.t('clients:import'));
    return file === null
      ? { ok: true, value: null }
      : call('clients.importGiven', { table: { kind: 'file', ...file } });
  });

/** Reads the chosen file again with other options. */
export const readImportAgain = async (reading: CsvReading): Promise<void> => {
  const preview = previewNow();
  if (preview === undefined) return;
  set({ error: undefined, step: { kind: 'preview', preview, busy: true } });
  const result = await call('clients.importPreview', { importId: preview.importId, reading });
  // A newer choice has cancelled this one, and its own answer is on the way.
  if (!result.ok && result.error.kind === 'cancelled') return;
  if (previewNow()?.importId !== preview.importId) return;
  set({
    ...(result.ok ? {} : { error: result.error }),
    step: { kind: 'preview', preview: result.ok ? result.value : preview, busy: false },
  });
};

/** Imports the clients; nothing is imported before. A message reports the end if another screen is open. */
export const confirmImport = async (choices: {
  readonly existing: 'skip' | 'update';
  readonly faulty: 'import' | 'hold';
}): Promise<void> => {
  const preview = previewNow();
  if (preview === undefined) return;
  set({ error: undefined, progress: 0, step: { kind: 'writing', preview } });
  const result = await call('clients.importConfirm', { importId: preview.importId, ...choices });
  const isCurrent = previewNow()?.importId === preview.importId;
  if (!result.ok) {
    if (isCurrent) set({ error: result.error, step: { kind: 'preview', preview, busy: false } });
    if (!isImportShown()) errorToast(result.error);
    return;
  }
  if (isCurrent) set({ step: { kind: 'done', preview, result: result.value } });
  const { runId, addedIds: _, ...counts } = result.value;
  if (isImportShown()) return;
  actionToast(i18next.t('clients:importer.toast', counts), i18next.t('clients:importer.toastShow'), () =>
    go('activity', { runId }),
  );
};

const isImportShown = (): boolean => {
  const { place } = useRouter.getState();
  return place.screen === 'clients' && place.params.importing === true;
};

/** Stops the current step. While clients are being written, the answer says what was done. */
export const stopImport = (): void => {
  const preview = previewNow();
  if (preview !== undefined) cancel(preview.importId);
};

/** Returns to the list. The import waits or continues, and can be opened again. */
export const leaveImport = (): void => {
  go('clients');
  actionToast(i18next.t('clients:importer.left'), i18next.t('clients:importer.toIt'), () => {
    if (useImport.getState().step.kind !== 'none') show();
  });
};

/** Returns to the list and discards what was not confirmed. */
export const closeImport = (): void => {
  wanted += 1;
  stopImport();
  set(NONE);
  go('clients');
};
