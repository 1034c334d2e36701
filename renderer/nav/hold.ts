/** How many dialogs hold the window: money moves in them, and its outcome must be seen. */
let holders = 0;

/** Cancels every way to another page, that of the application menu, too; the shell lets a wish to quit through. */
const stay = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While it is held nothing leads to another screen or page, whoever asks for it. */
export const isHeld = (): boolean => holders > 0;

/** Holds the window where it is, until the function it gives back is called. */
export const hold = (): (() => void) => {
  holders += 1;
  if (holders === 1) window.addEventListener('beforeunload', stay);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    holders -= 1;
    if (holders === 0) window.removeEventListener('beforeunload', stay);
  };
};
