import { call } from './desk.ts';
import { isBoolean, readLocal } from './local-store.ts';

/**
 * The first of the page's code to run: by what it asks, which is wanted first anyway, the main process learns that the
 * page has its code, and reads the core (main/shell.ts). Earlier that would hold up what it still has to pass on. What is
 * kept in the window is opened through it, too, so that comes before: the page draws from it, and would stand still
 * meanwhile.
 */
readLocal('hello', isBoolean);
export const settingsAsked = call('settings.get', {});
