import { call } from './desk.ts';
import { isBoolean, readLocal } from './local-store.ts';

/**
 * The first of the page's code to run. What is kept in the window is opened here: the page draws from it. And the
 * settings are asked for, which are wanted first: the answer is on its way while the rest of the code is read.
 */
readLocal('hello', isBoolean);
export const settingsAsked = call('settings.get', {});
