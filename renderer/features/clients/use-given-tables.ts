import { useEffect, useState } from 'react';
import { looksLikeTable } from '#shared/domain/pasted-table.ts';
import { isHeld } from '../../nav/hold.ts';
import { isField } from '../../ui/keyboard-owner.ts';
import { openDropped, openPasted } from './import-store.ts';

/** A dialog over the list has its own use for what is pasted or dropped. */
const isCovered = (): boolean => isHeld() || document.querySelector('[aria-modal="true"]') !== null;

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/**
 * Opens the import for a table that is pasted or dropped on the client list. Returns whether a file is being dragged over
 * the window.
 */
export const useGivenTables = (isListShown: boolean): boolean => {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    if (!isListShown) return;
    const onPaste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isField(event.target) || isCovered() || !looksLikeTable(text)) return;
      event.preventDefault();
      void openPasted(text);
    };
    const onDragOver = (event: DragEvent): void => {
      if (!hasFiles(event) || isCovered()) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setDragging(true);
    };
    const onDragLeave = (event: DragEvent): void => {
      // The pointer has left the window, and not only one element for another.
      if (event.relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent): void => {
      setDragging(false);
      if (!hasFiles(event) || isCovered()) return;
      event.preventDefault();
      void openDropped([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('paste', onPaste);
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      setDragging(false);
      window.removeEventListener('paste', onPaste);
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [isListShown]);
  return isDragging;
};
