import { call, firstAnswer } from './desk.ts';
import { isBoolean, readLocal } from './local-store.ts';

/**
 * This code of the page runs first. It opens what the window has stored, because the page is drawn from that. It also
 * requests the settings, unless they are known, so that the answer is on its way while the remaining code is read.
 */
readLocal('hello', isBoolean);
export const knownSettings = firstAnswer('settings.get', {});
export const settingsRequest = knownSettings === undefined ? call('settings.get', {}) : undefined;
