import { useEffect } from 'react';
import { CARD_ACTIONS, CARD_KEYS, requestCardAction } from '../../nav/card-actions.ts';
import { hasOverlay, isCheckbox, isField } from '../../ui/keyboard-owner.ts';

const isTyping = (target: EventTarget | null): boolean => isField(target) && !isCheckbox(target);

/** One letter begins an action for the client of the open card. */
export const useCardKeys = (clientId: number): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const action = CARD_ACTIONS.find((one) => event.code === `Key${CARD_KEYS[one]}`);
      if (action === undefined || isTyping(event.target) || hasOverlay()) return;
      event.preventDefault();
      requestCardAction(clientId, action);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [clientId]);
};
