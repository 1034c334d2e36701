import type { FocusEvent } from 'react';

/**
 * For `onBlurCapture` around a control that clears or saves typed text on blur. Switching to another window is no
 * decision, so the control does not hear of it, and the text waits for the user's return.
 */
export const ignoreWindowBlur = (event: FocusEvent<HTMLElement>): void => {
  if (document.activeElement === event.target) event.stopPropagation();
};
