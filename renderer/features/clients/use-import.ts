import { useRef, useState } from 'react';
import type { CsvReading, ImportPreview } from '#shared/contract/clients.ts';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { errorToast } from '../../ui/undo-toast.tsx';

export type ImportResult = ProcedureOutput<'clients.importConfirm'>;

export type ImportStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'preview'; readonly preview: ImportPreview; readonly busy: boolean }
  | { readonly kind: 'writing'; readonly preview: ImportPreview }
  | { readonly kind: 'done'; readonly preview: ImportPreview; readonly result: ImportResult };

export interface Import {
  readonly step: ImportStep;
  readonly error: AppError | undefined;
  /** Lines read or written so far. */
  readonly progress: number;
  readonly open: () => Promise<void>;
  readonly readAgain: (reading: CsvReading) => Promise<void>;
  readonly confirm: (existing: 'skip' | 'update') => Promise<void>;
  /** Stops what is running; while clients are written the answer says what was done. */
  readonly stop: () => void;
  readonly close: () => void;
}

const NONE: ImportStep = { kind: 'none' };

/** A CSV import from the OS dialog to its result. Nothing is imported before `confirm`. */
export const useImport = (): Import => {
  const [step, setStep] = useState<ImportStep>(NONE);
  const [error, setError] = useState<AppError>();
  const [progress, setProgress] = useState(0);
  const dialog = useRef(false);
  useDeskEvent('clients.importProgress', ({ done, stage }) => {
    setProgress(done);
    // The file was chosen; before that there is nothing to show.
    if (stage === 'reading' && dialog.current) setStep((now) => (now.kind === 'none' ? { kind: 'reading' } : now));
  });

  const preview = 'preview' in step ? step.preview : undefined;
  const cancel = (importId: number) => void call('clients.importCancel', { importId });

  return {
    step,
    error,
    progress,
    open: async () => {
      if (dialog.current) return;
      dialog.current = true;
      setError(undefined);
      setProgress(0);
      const result = await call('clients.importOpen', {});
      dialog.current = false;
      if (!result.ok) errorToast(result.error);
      setStep(result.ok && result.value !== null ? { kind: 'preview', preview: result.value, busy: false } : NONE);
    },
    readAgain: async (reading) => {
      if (preview === undefined) return;
      setError(undefined);
      setStep({ kind: 'preview', preview, busy: true });
      const result = await call('clients.importPreview', { importId: preview.importId, reading });
      // A newer choice cancels the one before; its own answer is on the way.
      if (!result.ok && result.error.kind === 'cancelled') return;
      if (!result.ok) setError(result.error);
      setStep({ kind: 'preview', preview: result.ok ? result.value : preview, busy: false });
    },
    confirm: async (existing) => {
      if (preview === undefined) return;
      setError(undefined);
      setProgress(0);
      setStep({ kind: 'writing', preview });
      const result = await call('clients.importConfirm', { importId: preview.importId, existing });
      if (!result.ok) {
        setError(result.error);
        setStep({ kind: 'preview', preview, busy: false });
        return;
      }
      setStep({ kind: 'done', preview, result: result.value });
    },
    stop: () => {
      if (preview !== undefined) cancel(preview.importId);
    },
    close: () => {
      if (preview !== undefined) cancel(preview.importId);
      setStep(NONE);
      setError(undefined);
    },
  };
};
