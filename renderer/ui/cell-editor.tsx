import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/result.ts';
import { markHandled } from '../bridge/unhandled-errors.ts';
import { describeError, fieldProblem } from '../i18n/describe-error.ts';
import styles from './cell-editor.module.css';
import { errorToast } from './undo-toast.tsx';

/** A cell that is being edited, and its place within the scrolled content of the grid in px. */
export interface EditedCell {
  readonly index: number;
  readonly columnId: string;
  readonly header: string;
  readonly text: string;
  readonly isMultiline: boolean;
  readonly box: { readonly left: number; readonly top: number; readonly width: number };
}

/**
 * Where the keyboard goes after an edit: to the row, to the next or the previous cell that can be edited, or to whatever the user
 * has clicked.
 */
export type AfterEdit = 'row' | 'next' | 'previous' | 'elsewhere';

interface CellEditorProps {
  readonly cell: EditedCell;
  /** Saves the text. Returns why that is not possible, or `undefined`. */
  readonly onSave: (text: string) => Promise<AppError | undefined>;
  readonly onEnd: (after: AfterEdit) => void;
}

/**
 * Edits the text of a cell in its place. Enter saves, Tab saves and goes on to the next cell, Esc discards. A text that
 * cannot be saved stays in the field, with the reason below it.
 */
export const CellEditor = ({ cell, onSave, onEnd }: CellEditorProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(cell.text);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  const hasEnded = useRef(false);
  const isShown = useRef(true);
  // The field has the focus before the next key is handled, so that no letter typed right after Tab is lost.
  useLayoutEffect(() => {
    isShown.current = true;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    return () => {
      isShown.current = false;
    };
  }, []);

  const end = (after: AfterEdit) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    onEnd(after);
  };
  const commit = async (after: AfterEdit) => {
    if (busy || hasEnded.current) return;
    const text = typed.trim();
    if (text === cell.text.trim()) {
      end(after);
      return;
    }
    setBusy(true);
    const found = await onSave(text);
    // Another cell is edited by now, so a message says that this text was not kept.
    if (!isShown.current) {
      if (found !== undefined) errorToast(found);
      return;
    }
    setBusy(false);
    if (found === undefined) {
      end(after);
      return;
    }
    markHandled(found);
    setProblem(fieldProblem(found, cell.columnId) ?? describeError(found));
    if (after !== 'elsewhere') field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const isNewLine = event.key === 'Enter' && event.shiftKey && cell.isMultiline;
    if (event.key === 'Escape') {
      event.preventDefault();
      end('row');
    } else if (event.key === 'Enter' && !isNewLine) {
      event.preventDefault();
      void commit('row');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      void commit(event.shiftKey ? 'previous' : 'next');
    }
  };
  const { left, top, width } = cell.box;
  const lines = cell.isMultiline ? Math.min(6, Math.max(2, typed.split('\n').length)) : 1;
  return (
    <div className={styles.editor} style={{ left, top, width: Math.max(width, 200) }}>
      <textarea
        ref={field}
        className={styles.field}
        rows={lines}
        wrap={cell.isMultiline ? 'soft' : 'off'}
        aria-label={t('grid.editOf', { column: cell.header })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        value={typed}
        readOnly={busy}
        spellCheck={false}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setTyped(cell.isMultiline ? value : value.replace(/[\r\n]+/g, ' '));
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (document.hasFocus()) void commit('elsewhere');
        }}
      />
      {problem === undefined ? null : (
        <p id={problemId} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
};
