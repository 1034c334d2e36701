import { useEffect, useState } from 'react';

/**
 * Enter in a field above a list that is read while one types. Pressed before what fits the typed words is there, it
 * waits for that: the option it would hit now belongs to other words, or there is none yet. Typing on, closing the list
 * or a failed reading makes it forgotten. Keys name the words: `shownKey` those of the options on the screen.
 */
export const useEnterChoice = (
  typedKey: string,
  shownKey: string | undefined,
  isFailed: boolean,
  choose: () => void,
): (() => void) => {
  const [awaited, setAwaited] = useState<string>();
  const isShown = shownKey === typedKey;
  useEffect(() => {
    if (awaited === undefined) return;
    if (awaited === typedKey && !isShown && !isFailed) return;
    setAwaited(undefined);
    if (awaited === typedKey && isShown) choose();
  });
  return () => (isShown ? choose() : setAwaited(typedKey));
};
