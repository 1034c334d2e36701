import { LOCAL_PREFIX } from '#shared/contract/first-questions.ts';

/**
 * Small conveniences of the window, such as widths, folds and the last screen. None of it is data, so losing it does no
 * harm.
 */

/** Reads a stored value; `undefined` if there is none, or if it is not valid any more. */
export const readLocal = <T>(key: string, isValid: (value: unknown) => value is T): T | undefined => {
  try {
    const text = window.localStorage.getItem(LOCAL_PREFIX + key);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

export const writeLocal = (key: string, value: unknown): void => {
  try {
    window.localStorage.setItem(LOCAL_PREFIX + key, JSON.stringify(value));
  } catch {
    // If the storage is full or forbidden, the window only forgets a width.
  }
};

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isNumberRecord = (value: unknown): value is Record<string, number> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isNumber);
