/** How many dialogs hold the window. Money moves in them, and the user must see its outcome. */
let holders = 0;

/** Blocks every way to another page, including the application menu. The shell still lets the user quit. */
const stay = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While the window is held, nothing may open another screen or page. */
export const isHeld = (): boolean => holders > 0;

/** Holds the window on its screen until the returned function is called. */
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
