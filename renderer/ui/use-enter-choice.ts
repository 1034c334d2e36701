import { useEffect, useState } from 'react';

/**
 * Handles Enter in a field whose list is read while the user types. If the matches for the typed words are not there
 * yet, Enter waits for them, because the visible options belong to other words. Further typing, closing the list or a
 * failure cancels the wait. `shownKey` names the words of the visible options.
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
