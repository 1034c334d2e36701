import type { FocusEvent } from 'react';

/**
 * For `onBlurCapture` around a control that clears or commits what was typed when it is left: another window in front
 * is not a choice made, so the control is not told, and what was typed waits for the return.
 */
export const ignoreWindowBlur = (event: FocusEvent<HTMLElement>): void => {
  if (document.activeElement === event.target) event.stopPropagation();
};
