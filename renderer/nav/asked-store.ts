import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { isHeld } from './hold.ts';
import { go, type NavScreen } from './router.ts';

/** What can be asked of a screen from elsewhere, and which screen does it. */
const ASKED_ACTIONS = {
  'add-client': 'clients',
  'import-clients': 'clients',
  'export-clients': 'clients',
  'buy-proxies': 'dedicated',
  'save-backup': 'settings',
  'restore-backup': 'settings',
  'show-shared-desk': 'settings',
  'make-shared-desk': 'settings',
  'join-shared-desk': 'settings',
  'invite-computer': 'settings',
  'sign-out': 'settings',
  about: 'settings',
} as const satisfies Readonly<Record<string, NavScreen>>;
type CommandName = keyof typeof ASKED_ACTIONS;

const useAskedAction = create<{ readonly action: CommandName | null }>(() => ({ action: null }));

/** Opens the action's screen and has it done there, once: unlike the params of a place it does not come back with "back". */
export const ask = (action: CommandName): void => {
  if (isHeld()) return;
  useAskedAction.setState({ action });
  go(ASKED_ACTIONS[action]);
};

/** On the screen that does it: `run` is called when the action is asked for, be it before the screen was there. */
export const useCommand = (action: CommandName, run: () => void): void => {
  const asked = useAskedAction((state) => state.action === action);
  const newest = useRef(run);
  newest.current = run;
  useEffect(() => {
    if (!asked) return;
    useAskedAction.setState({ action: null });
    newest.current();
  }, [asked]);
};
