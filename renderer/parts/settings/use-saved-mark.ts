import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/** Long enough to be read, short enough to be about what was just done. */
const SHOWN_FOR = 4_000;

/** Whether "saved" is to be shown: for a while after each time it was. */
export const useSavedMark = () => {
  const [shown, setShown] = useState(false);
  const { start, clear } = useTimeout(() => setShown(false), SHOWN_FOR);
  const show = (saved: boolean): void => {
    clear();
    setShown(saved);
    if (saved) start();
  };
  return { shown, show };
};
