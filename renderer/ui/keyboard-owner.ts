/** Returns whether a field has the keyboard: keys and pasted texts are for it, and not for the screen. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Returns whether the target is a checkbox, which is a field in which nothing is typed. */
export const isCheckbox = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input[type="checkbox"]');

/** Returns whether a dialog or a menu above the screen has the keyboard. */
export const hasOverlay = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;
