import { readSmallFile, writeSmallFile } from './small-file.ts';

/** Why Chromium draws without the graphics card. */
interface GraphicsOff {
  readonly by: 'user' | 'deaths';
  /** Of the app and of Chromium, as it was switched off: another one may get along with the card. */
  readonly version: string;
  /** It was said. */
  readonly isTold: boolean;
}

/** What the file says, or `null` where nothing is switched off. */
export const readGraphicsOff = (file: string): GraphicsOff | null =>
  readSmallFile(file, (value) => {
    const by = Reflect.get(value, 'by');
    const version = Reflect.get(value, 'version');
    if ((by !== 'user' && by !== 'deaths') || typeof version !== 'string') return null;
    return { by, version, isTold: Reflect.get(value, 'isTold') === true };
  });

/** Losing it costs the next start some deaths more. */
export const writeGraphicsOff = (file: string, off: GraphicsOff | null): void => writeSmallFile(file, off);

/** What the user has switched off stays so; what died may live with another version. */
export const isGraphicsOff = (off: GraphicsOff | null, version: string): boolean =>
  off !== null && (off.by === 'user' || off.version === version);

/** Chromium ends the whole app at the sixth within an hour. */
const MOST_DEATHS = 3;
const WITHIN_MS = 60 * 60_000;

/** Notes that the graphics process died; answers whether it is time to go on without it, once. */
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
