import { call, firstAnswer } from './desk.ts';
import { isBoolean, readLocal } from './local-store.ts';

/**
 * The first of the page's code to run. What is kept in the window is opened here: the page draws from it. And where the
 * settings, which are wanted first, are not known yet they are asked for: the answer is on its way while the rest of the
 * code is read.
 */
readLocal('hello', isBoolean);
export const knownSettings = firstAnswer('settings.get', {});
export const settingsAsked = knownSettings === undefined ? call('settings.get', {}) : undefined;
