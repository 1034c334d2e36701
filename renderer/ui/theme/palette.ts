import type { MantineColorsTuple } from '@mantine/core';

/**
 * The only accent is a muted indigo. Shade 7 carries white text at AA in the light scheme, and shade 4 is for dark
 * surfaces.
 */
const accent: MantineColorsTuple = [
  '#eff3fb',
  '#dfe7f8',
  '#c0cff1',
  '#9db4ea',
  '#8aa5ea',
  '#5c7dd6',
  '#4466c6',
  '#3656b0',
  '#2b458f',
  '#20346c',
];

/** Greys for structure. They are slightly cool, so that black text on white does not glare all day. */
const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e5e8eb',
  '#d8dce1',
  '#c2c8cf',
  '#9ba2ac',
  '#757d88',
  '#575e69',
  '#3a4049',
  '#1d2127',
];

const dark: MantineColorsTuple = [
  '#dadde2',
  '#b9bec6',
  '#9aa0aa',
  '#757c87',
  '#41464e',
  '#343940',
  '#2a2e34',
  '#1c1f23',
  '#16181b',
  '#0f1113',
];

/**
 * Red stands for loss. Shade 7 reaches AA as text on white and under white text, and shades 3 and 4 do on dark
 * surfaces.
 */
const red: MantineColorsTuple = [
  '#fdf1f0',
  '#fae1df',
  '#f4beb9',
  '#f0938b',
  '#e36f66',
  '#cb4a40',
  '#b5332a',
  '#a8231b',
  '#8a1c16',
  '#6c1611',
];

export const palette = { accent, gray, dark, red };
