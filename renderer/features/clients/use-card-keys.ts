import { useEffect } from 'react';
import { CARD_ACTIONS, CARD_KEYS, requestCardAction } from '../../nav/card-actions.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));

/** A dialog or a menu has the keyboard. */
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** One letter begins an action for the client of the open card. */
export const useCardKeys = (clientId: number): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const action = CARD_ACTIONS.find((one) => event.code === `Key${CARD_KEYS[one]}`);
      if (action === undefined || isTyping(event.target) || isCovered()) return;
      event.preventDefault();
      requestCardAction(clientId, action);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [clientId]);
};
