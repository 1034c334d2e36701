import { useEffect, useRef, useState } from 'react';
import { isHeld } from '../nav/hold.ts';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** A dialog over the page has its own use for what is pasted or dropped. */
export const isPageCovered = (): boolean => isHeld() || document.querySelector('[aria-modal="true"]') !== null;

/**
 * Receives the files that are dropped on the window while `isActive`. `inDialog`: the receiver is in a dialog itself.
 * Returns whether files are being dragged over the window.
 */
export const useDroppedFiles = (
  isActive: boolean,
  onFiles: (files: readonly File[]) => void,
  { inDialog = false }: { readonly inDialog?: boolean } = {},
): boolean => {
  const [isDragging, setDragging] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    if (!isActive) return;
    const isCovered = inDialog ? isHeld : isPageCovered;
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
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      setDragging(false);
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [isActive, inDialog]);
  return isDragging;
};
