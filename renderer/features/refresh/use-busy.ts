import { useState } from 'react';

/** Whether an action that tells its own failures is under way. */
export const useBusy = () => {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    during: (work: Promise<unknown>): void => {
      setBusy(true);
      void work.then(() => setBusy(false));
    },
  };
};
