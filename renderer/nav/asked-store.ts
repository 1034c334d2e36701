import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { isHeld } from './hold.ts';
import { go, type NavScreen } from './router.ts';

/** What can be asked of a screen from elsewhere, and which screen does it. */
const DEEDS = {
  'add-client': 'clients',
  'import-clients': 'clients',
  'export-clients': 'clients',
  'buy-proxies': 'dedicated',
  'save-backup': 'settings',
  'restore-backup': 'settings',
  'sign-out': 'settings',
  about: 'settings',
} as const satisfies Readonly<Record<string, NavScreen>>;
export type AskedDeed = keyof typeof DEEDS;

const useAskedDeed = create<{ readonly deed: AskedDeed | null }>(() => ({ deed: null }));

/** Opens the deed's screen and has it done there, once: unlike the params of a place it does not come back with "back". */
export const ask = (deed: AskedDeed): void => {
  if (isHeld()) return;
  useAskedDeed.setState({ deed });
  go(DEEDS[deed]);
};

/** On the screen that does it: `run` is called when the deed is asked for, be it before the screen was there. */
export const useAsked = (deed: AskedDeed, run: () => void): void => {
  const asked = useAskedDeed((state) => state.deed === deed);
  const newest = useRef(run);
  newest.current = run;
  useEffect(() => {
    if (!asked) return;
    useAskedDeed.setState({ deed: null });
    newest.current();
  }, [asked]);
};
