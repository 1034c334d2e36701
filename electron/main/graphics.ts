import { readSmallFile, writeSmallFile } from './small-file.ts';

/** The reason why Chromium draws without the graphics card. */
interface GraphicsOff {
  readonly by: 'user' | 'deaths';
  /** The versions of the app and of Chromium at that time. Another version may work with the card. */
  readonly version: string;
  /** Whether the user was told. */
  readonly isTold: boolean;
}

/** Reads the file. Returns `null` if nothing is switched off. */
export const readGraphicsOff = (file: string): GraphicsOff | null =>
  readSmallFile(file, (value) => {
    const by = Reflect.get(value, 'by');
    const version = Reflect.get(value, 'version');
    if ((by !== 'user' && by !== 'deaths') || typeof version !== 'string') return null;
    return { by, version, isTold: Reflect.get(value, 'isTold') === true };
  });

/** Writes the file. If it is lost, the next start only has to see the process die a few more times. */
export const writeGraphicsOff = (file: string, off: GraphicsOff | null): void => writeSmallFile(file, off);

/**
 * Returns whether acceleration is off. A user's choice is permanent; a switch-off after deaths applies to the same
 * version only.
 */
export const isGraphicsOff = (off: GraphicsOff | null, version: string): boolean =>
  off !== null && (off.by === 'user' || off.version === version);

/** Chromium ends the whole app at the sixth death within an hour, so we act earlier. */
const MOST_DEATHS = 3;
const WITHIN_MS = 60 * 60_000;

/**
 * Returns a function to call at each death of the graphics process. It returns `true` once, when there were too many.
 */
export const createGraphicsWatch = (now: () => number): (() => boolean) => {
  let deaths: readonly number[] = [];
  let isOver = false;
  return () => {
    const at = now();
    deaths = [...deaths.filter((death) => at - death < WITHIN_MS), at];
    if (isOver || deaths.length < MOST_DEATHS) return false;
    isOver = true;
    return true;
  };
};
