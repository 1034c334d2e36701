import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { isHeld } from './hold.ts';
import { go, type NavScreen } from './router.ts';

/** The commands that other parts of the window can give to a screen, and the screen that runs each. */
const COMMAND_SCREENS = {
  'add-client': 'clients',
  'import-clients': 'clients',
  'paste-clients': 'clients',
  'export-clients': 'clients',
  'buy-proxies': 'dedicated',
  'import-proxies': 'dedicated',
  'save-backup': 'settings',
  'restore-backup': 'settings',
  'show-shared-desk': 'settings',
  'make-shared-desk': 'settings',
  'join-shared-desk': 'settings',
  'invite-computer': 'settings',
  'sign-out': 'settings',
  about: 'settings',
} as const satisfies Readonly<Record<string, NavScreen>>;
type CommandName = keyof typeof COMMAND_SCREENS;

const useRequestedCommand = create<{ readonly command: CommandName | null }>(() => ({ command: null }));

/** Opens the screen of a command, which then runs it once. Unlike the params of a place, it does not come back with "back". */
export const requestCommand = (command: CommandName): void => {
  if (isHeld()) return;
  useRequestedCommand.setState({ command });
  go(COMMAND_SCREENS[command]);
};

/** Calls `run` when somebody requests the command, even if that was before this screen was drawn. */
export const useCommand = (command: CommandName, run: () => void): void => {
  const isRequested = useRequestedCommand((state) => state.command === command);
  const newest = useRef(run);
  newest.current = run;
  useEffect(() => {
    if (!isRequested) return;
    useRequestedCommand.setState({ command: null });
    newest.current();
  }, [isRequested]);
};
