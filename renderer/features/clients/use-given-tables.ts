import { useEffect } from 'react';
import { looksLikeTable } from '#shared/domain/pasted-table.ts';
import { isField } from '../../ui/keyboard-owner.ts';
import { isPageCovered, useDroppedFiles } from '../../ui/use-dropped-files.ts';
import { openDropped, openPasted } from './import-store.ts';

/**
 * Opens the import for a table that is pasted or dropped on the client list. Returns whether a file is being dragged over
 * the window.
 */
export const useGivenTables = (isListShown: boolean): boolean => {
  useEffect(() => {
    if (!isListShown) return;
    const onPaste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isField(event.target) || isPageCovered() || !looksLikeTable(text)) return;
      event.preventDefault();
      void openPasted(text);
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [isListShown]);
  return useDroppedFiles(isListShown, (files) => void openDropped(files));
};
