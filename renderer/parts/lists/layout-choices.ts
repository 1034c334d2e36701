import type { ChosenLayout, SavedLayout } from '#shared/contract/layouts.ts';
import { LAYOUT_PRESET_NAMES, LAYOUT_PRESETS, type LineLayout } from '#shared/domain/line-layout.ts';
import type { Translate } from '#shared/texts/translate.ts';

/** The layout of a choice. */
export const lineLayoutOf = (choice: ChosenLayout): LineLayout =>
  'preset' in choice ? LAYOUT_PRESETS[choice.preset] : choice.layout;

/** The name of a choice in the words of the window. */
export const layoutNameOf = (choice: ChosenLayout, words: Translate<'layouts'>): string =>
  'preset' in choice ? words(`layouts:presets.${choice.preset}`) : choice.name;

/** A text that is the same for equal choices, and different for others. */
export const layoutKeyOf = (choice: ChosenLayout): string =>
  'preset' in choice ? choice.preset : JSON.stringify([choice.name, Object.entries(choice.layout).sort()]);

/** The ready layouts and the reseller's own. */
export const layoutChoices = (saved: readonly SavedLayout[]): readonly ChosenLayout[] => [
  ...LAYOUT_PRESET_NAMES.map((preset): ChosenLayout => ({ preset })),
  ...saved.map(({ name, layout }): ChosenLayout => ({ name, layout })),
];
