import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';

interface WindowPlace {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

export const MIN_WIDTH = 1024;
export const MIN_HEIGHT = 640;
const DEFAULT_SIZE = { width: 1280, height: 800 } as const;
/** This much of the title bar must be on a display, or the window cannot be dragged back. */
const REACHABLE = { width: 120, height: 40 } as const;

/** The place to open at: the remembered one if it can still be reached, else the middle of the first display. */
export const placeFor = (remembered: WindowPlace | null, displays: readonly Rectangle[]): WindowPlace => {
  const home = displays[0] ?? { x: 0, y: 0, ...DEFAULT_SIZE };
  if (remembered !== null && displays.some((display) => canBeReached(remembered.bounds, display))) {
    const { x, y, width, height } = remembered.bounds;
    const bounds = { x, y, width: Math.max(width, MIN_WIDTH), height: Math.max(height, MIN_HEIGHT) };
    return { bounds, maximized: remembered.maximized };
  }
  const width = Math.max(MIN_WIDTH, Math.min(DEFAULT_SIZE.width, home.width));
  const height = Math.max(MIN_HEIGHT, Math.min(DEFAULT_SIZE.height, home.height));
  const x = home.x + Math.max(0, Math.round((home.width - width) / 2));
  const y = home.y + Math.max(0, Math.round((home.height - height) / 2));
  return { bounds: { x, y, width, height }, maximized: remembered?.maximized ?? false };
};

const canBeReached = (bounds: Rectangle, display: Rectangle): boolean => {
  const left = Math.max(bounds.x, display.x);
  const right = Math.min(bounds.x + bounds.width, display.x + display.width);
  const titleIsBelowTop = bounds.y >= display.y - 8;
  const titleIsAboveBottom = bounds.y + REACHABLE.height <= display.y + display.height;
  return right - left >= REACHABLE.width && titleIsBelowTop && titleIsAboveBottom;
};

/** What the file says, or `null` when there is none or it does not make sense. */
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
 * Written while the window closes, so synchronously: the process may be gone a moment later. Losing the file costs a
 * window position and nothing else, so a failure must not stop the closing.
 */
export const writePlace = (file: string, place: WindowPlace): void => {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(place), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // the next start opens in the middle of the screen
  }
};
