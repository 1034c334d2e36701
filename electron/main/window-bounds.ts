import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';

interface WindowPlace {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

/** The size for which the pages are designed. On a smaller display they scroll. */
const MIN_SIZE = { width: 1024, height: 640 } as const;
const DEFAULT_SIZE = { width: 1280, height: 800 } as const;
/** The part of the title bar that must be on a display, so that the window can be dragged back. */
const REACHABLE = { width: 120, height: 40 } as const;

/** Returns the minimum size of the window. It never exceeds the display, because the edges would be out of reach. */
export const smallestOn = (area: Rectangle): { readonly width: number; readonly height: number } => ({
  width: Math.min(MIN_SIZE.width, area.width),
  height: Math.min(MIN_SIZE.height, area.height),
});

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Moves and shrinks a window so that it fits on the display, without making it smaller than the minimum. */
export const withinArea = (area: Rectangle, { x, y, ...size }: Rectangle): Rectangle => {
  const least = smallestOn(area);
  const width = between(size.width, least.width, area.width);
  const height = between(size.height, least.height, area.height);
  return {
    x: between(x, area.x, area.x + area.width - width),
    y: between(y, area.y, area.y + area.height - height),
    width,
    height,
  };
};

/**
 * Returns where to open the window: at the remembered place if it can still be reached, otherwise in the middle of the
 * first display. `displays` are their work areas.
 */
export const placeFor = (remembered: WindowPlace | null, displays: readonly Rectangle[]): WindowPlace => {
  const maximized = remembered?.maximized ?? false;
  if (remembered !== null) {
    const { bounds } = remembered;
    const reached = displays.filter((display) => canBeReached(bounds, display));
    const [most] = reached.toSorted((one, other) => covered(bounds, other) - covered(bounds, one));
    if (most !== undefined) return { bounds: withinArea(most, bounds), maximized };
  }
  const home = displays[0] ?? { x: 0, y: 0, ...DEFAULT_SIZE };
  const x = home.x + Math.round((home.width - DEFAULT_SIZE.width) / 2);
  const y = home.y + Math.round((home.height - DEFAULT_SIZE.height) / 2);
  return { bounds: withinArea(home, { x, y, ...DEFAULT_SIZE }), maximized };
};

/** The area of a display that the window covers. */
const covered = ({ x, y, width, height }: Rectangle, area: Rectangle): number => {
  const wide = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  const high = Math.min(y + height, area.y + area.height) - Math.max(y, area.y);
  return Math.max(0, wide) * Math.max(0, high);
};

const canBeReached = (bounds: Rectangle, display: Rectangle): boolean => {
  const left = Math.max(bounds.x, display.x);
  const right = Math.min(bounds.x + bounds.width, display.x + display.width);
  const titleIsBelowTop = bounds.y >= display.y - 8;
  const titleIsAboveBottom = bounds.y + REACHABLE.height <= display.y + display.height;
  return right - left >= REACHABLE.width && titleIsBelowTop && titleIsAboveBottom;
};

/** Reads the file; `null` if it is missing or invalid. */
export const readPlace = (file: string): WindowPlace | null => {
  try {
    return parsePlace(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
};

const parsePlace = (value: unknown): WindowPlace | null => {
  if (typeof value !== 'object' || value === null || !('bounds' in value) || !('maximized' in value)) return null;
  const { bounds, maximized } = value;
  if (typeof bounds !== 'object' || bounds === null || typeof maximized !== 'boolean') return null;
  const numbers = ['x', 'y', 'width', 'height'].map((key): unknown => Reflect.get(bounds, key));
  if (!numbers.every((number): number is number => Number.isSafeInteger(number))) return null;
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  return width > 0 && height > 0 ? { bounds: { x, y, width, height }, maximized } : null;
};

/**
 * Saves the position while the window closes. It is synchronous because the process may end a moment later. A failure
 * must not stop the closing: it only costs the window's position.
 */
export const writePlace = (file: string, place: WindowPlace): void => {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // The next start opens in the middle of the screen.
  }
};
