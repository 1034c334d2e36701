import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeFor, readPlace, smallestOn, withinArea, writePlace } from '../../../electron/main/window-bounds.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1920, height: 1040 };
const at = (x: number, y: number, width = 1200, height = 760) => ({
  bounds: { x, y, width, height },
  maximized: false,
});

describe('placeFor', () => {
  it('opens in the middle of the first display at the first start', () => {
    expect(placeFor(null, [screen])).toEqual({
      bounds: { x: 320, y: 120, width: 1280, height: 800 },
      maximized: false,
    });
  });

  it('opens where the window was', () => {
    expect(placeFor(at(100, 80), [screen])).toEqual(at(100, 80));
    expect(placeFor(at(2000, 80), [screen, second])).toEqual(at(2000, 80));
  });

  it.each([
    ['on a display that is gone', at(2000, 80)],
    ['above the screen, its title bar out of reach', at(100, -400)],
    ['below the screen', at(100, 1030)],
    ['all but out to the left', at(-1150, 80)],
  ])('does not open %s', (_where, remembered) => {
    expect(placeFor(remembered, [screen])).toEqual(placeFor(null, [screen]));
  });

  it('stays maximized even when the old place is gone', () => {
    expect(placeFor({ ...at(5000, 80), maximized: true }, [screen]).maximized).toBe(true);
  });

  it.each([
    ['at the first start', null],
    ['where it was on a larger screen', at(60, 50, 1280, 800)],
    ['half beyond the edge', at(700, 300, 1024, 640)],
  ])('fits a display that is smaller than the smallest window, %s', (_when, remembered) => {
    // 1366 × 768 at 150 %, without the task bar.
    const small = { x: 0, y: 0, width: 911, height: 472 };
    expect(smallestOn(small)).toEqual({ width: 911, height: 472 });
    expect(placeFor(remembered, [small]).bounds).toEqual(small);
  });

  it('brings the window back whole onto the display that has most of it', () => {
    expect(placeFor(at(1500, 500, 1280, 800), [screen, second]).bounds).toEqual({
      x: 1920,
      y: 240,
      width: 1280,
      height: 800,
    });
    expect(withinArea(second, { x: 3000, y: -20, width: 5000, height: 700 })).toEqual({
      x: 1920,
      y: 0,
      width: 1920,
      height: 700,
    });
  });

  it('never makes it smaller than the smallest window', () => {
    expect(smallestOn(screen)).toEqual({ width: 1024, height: 640 });
    expect(placeFor(at(10, 10, 300, 200), [screen]).bounds).toMatchObject({ width: 1024, height: 640 });
  });
});

describe("the file of the window's bounds", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-place-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns what was written', () => {
    const file = join(folder, 'window.json');
    writePlace(file, at(5, 6));
    expect(readPlace(file)).toEqual(at(5, 6));
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"bounds":{},"maximized":true}',
    '{"bounds":{"x":1,"y":1,"width":0,"height":9},"maximized":false}',
  ])('is ignored when it contains %j', (text) => {
    const file = join(folder, 'window.json');
    writeFileSync(file, text);
    expect(readPlace(file)).toBeNull();
  });

  it('does not fail where it cannot be written', () => {
    expect(() => writePlace(join(folder, 'missing', 'window.json'), at(1, 1))).not.toThrow();
  });
});
