import { useEffect } from 'react';
import { isHeld } from '../nav/hold.ts';
import { go, goBack, goForward, SCREENS } from '../nav/router.ts';
import { isField } from '../ui/keyboard-owner.ts';
import { takeBack } from '../ui/undo-toast.tsx';
import { showShortcuts } from './layout-store.ts';
import { palette } from './palette-store.ts';

/** Letters are compared by `event.code`, so that the shortcuts work on a Russian layout as well. */
const onKeyDown = (event: KeyboardEvent): void => {
  if (isHeld()) return;
  const control = event.ctrlKey || event.metaKey;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  if (control && !event.altKey && !event.shiftKey && digit !== undefined) {
    const screen = SCREENS[Number(digit) - 1];
    if (screen === undefined) return;
    event.preventDefault();
    go(screen);
  } else if (control && !event.altKey && !event.shiftKey && event.code === 'KeyK') {
    event.preventDefault();
    palette.toggle();
  } else if (control && !event.altKey && !event.shiftKey && event.code === 'KeyZ' && !isField(event.target)) {
    if (takeBack()) event.preventDefault();
  } else if (event.altKey && !control && event.key === 'ArrowLeft') {
    event.preventDefault();
    goBack();
  } else if (event.altKey && !control && event.key === 'ArrowRight') {
    event.preventDefault();
    goForward();
  } else if (event.key === '?' && !control && !event.altKey && !isField(event.target)) {
    event.preventDefault();
    showShortcuts(true);
  }
};

/** These are the two side buttons of a mouse. */
const onMouseUp = (event: MouseEvent): void => {
  if (event.button !== 3 && event.button !== 4) return;
  event.preventDefault();
  if (event.button === 3) goBack();
  else goForward();
};

/** Shortcuts of the whole window. Ctrl+F belongs to the search field of the screen. */
export const useShortcuts = (): void => {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('mouseup', onMouseUp);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('mouseup', onMouseUp);
    };
  }, []);
};
