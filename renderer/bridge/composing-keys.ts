/** The key code of every key that an input method takes. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Hides the keys with which an input method composes a character: Enter accepts a candidate, Esc drops one, the arrows
 * move between them. Otherwise Esc would make the app discard the text that was typed before. Call it before anything
 * else listens.
 */
export const hideComposingKeys = (): void => {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== TAKEN_BY_INPUT_METHOD) return;
      event.stopImmediatePropagation();
      // Chromium itself would clear a search field.
      if (event.key === 'Escape') event.preventDefault();
    },
    { capture: true },
  );
};
