import { useEffect, useRef } from 'react';
import { CARD_ACTIONS, CARD_KEYS, requestCardAction } from '../../nav/card-actions.ts';
import { hasOverlay, isCheckbox, isField } from '../../ui/keyboard-owner.ts';

const isTyping = (target: EventTarget | null): boolean => isField(target) && !isCheckbox(target);

/** Returns whether a letter is for the card: it is pressed alone, and nothing else has the keyboard. */
const isForCard = (event: KeyboardEvent): boolean =>
  !(event.defaultPrevented || event.repeat || event.isComposing) &&
  !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) &&
  !isTyping(event.target) &&
  !hasOverlay();

/** Calls `run` with the letter of each key for the card, by its place on the keyboard. It returns whether it took the key. */
const useLetterKeys = (run: (letter: string) => boolean): void => {
  const newest = useRef(run);
  newest.current = run;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const letter = event.code.startsWith('Key') ? event.code.slice('Key'.length) : '';
      if (letter !== '' && isForCard(event) && newest.current(letter)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};

/** One letter begins an action for the client of the open card. */
export const useCardKeys = (clientId: number): void =>
  useLetterKeys((letter) => {
    const action = CARD_ACTIONS.find((one) => letter === CARD_KEYS[one]);
    if (action === undefined) return false;
    requestCardAction(clientId, action);
    return true;
  });

/** The letter E begins to edit the client of the open card. */
export const useEditKey = (edit: () => void): void =>
  useLetterKeys((letter) => {
    if (letter !== 'E') return false;
    edit();
    return true;
  });
