import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { INITIALS_HUES } from '../../../../renderer/parts/clients/initials.ts';
import { PRODUCT_VIEWS } from '../../../../renderer/parts/products/index.ts';
import { theme } from '../../../../renderer/ui/theme/theme.ts';
import { cssVariables } from '../../../../renderer/ui/theme/variables.ts';

/** The relative luminance of `#rrggbb` as WCAG defines it. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** The angle of `#rrggbb` on the colour wheel, in degrees. */
const hue = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
};

/** The colours of text and icons that have a background of their own. */
const WITH_BACKGROUND = ['ok', 'warn', 'bad', 'info', 'mute', 'lists'] as const;
/** The products, and the proxy lists that are made from traffic. */
const MARKED = [...Object.keys(PRODUCT_VIEWS), 'lists'];
const SURFACES = ['--desk-surface', '--desk-sunken', '--desk-hover', '--desk-selected'] as const;

/** Converts the notation of CSS, `45% 26%` for saturation and lightness, to `#rrggbb`. */
const fromHsl = (angle: number, parts: string): string => {
  const [saturation = 0, lightness = 0] = parts.split(' ').map((part) => Number.parseFloat(part) / 100);
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (shift: number): string => {
    const at = (shift + angle / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
};

describe.each(['light', 'dark'] as const)('the %s theme', (scheme) => {
  const variables: Readonly<Record<string, string>> = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme))[scheme];
  const products = Object.entries(PRODUCT_VIEWS).map(
    ([name, view]) => [`--desk-${name}`, view.colour[scheme]] as const,
  );
  const ofProducts: Readonly<Record<string, string>> = Object.fromEntries(products);
  const colour = (name: string): string => variables[name] ?? ofProducts[name] ?? '';

  it.each(WITH_BACKGROUND)('has the colour “%s” at AA on every surface and on its own background', (name) => {
    for (const surface of [...SURFACES, `--desk-${name}-bg`])
      expect(contrast(colour(`--desk-${name}`), colour(surface)), surface).toBeGreaterThanOrEqual(4.5);
  });

  it.each(MARKED)('has the colour of “%s” at AA on every surface', (name) => {
    for (const surface of SURFACES)
      expect(contrast(colour(`--desk-${name}`), colour(surface)), surface).toBeGreaterThanOrEqual(4.5);
  });

  it('has initials of clients at AA in every hue', () => {
    for (let angle = 0; angle < 360; angle += 360 / INITIALS_HUES) {
      const [letters, circle] = ['', '-bg'].map((part) => fromHsl(angle, colour(`--desk-initials${part}`)));
      expect(contrast(letters ?? '', circle ?? ''), String(angle)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(MARKED)('has a hue for “%s” that no state, no other product and no link has', (name) => {
    const others = ['ok', 'warn', 'bad', 'accent', ...MARKED].filter((other) => other !== name);
    for (const other of others) {
      const apart = Math.abs(hue(colour(`--desk-${name}`)) - hue(colour(`--desk-${other}`)));
      expect(Math.min(apart, 360 - apart), other).toBeGreaterThanOrEqual(18);
    }
  });
});
