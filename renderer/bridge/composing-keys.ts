/** The key code of all that an input method takes for itself. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Keys with which an input method composes a character are for it alone: Enter there takes a candidate, Esc drops one, the
 * arrows go from one to the next. No part of the app gets to see them, so Esc loses no text that was typed before.
 * Called before anything else listens.
 */
export const hideComposingKeys = (): void => {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== TAKEN_BY_INPUT_METHOD) return;
      event.stopImmediatePropagation();
      // Chromium itself would empty a field of search.
      if (event.key === 'Escape') event.preventDefault();
    },
    { capture: true },
  );
};
