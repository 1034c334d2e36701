import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';

/** Long enough to be read, and short enough to belong to the last change. */
const SHOWN_FOR = 4_000;

/** Whether to show "saved", which stays for a while after each save. */
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
