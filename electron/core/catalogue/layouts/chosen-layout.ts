import type { Database } from '#core/platform/sqlite/database.ts';
import type { CoreTexts } from '#core/platform/text/texts.ts';
import type { ChosenLayout } from '#shared/contract/layouts.ts';
import { type CompiledLayout, compileLayout, LAYOUT_PRESETS, type LineLayout } from '#shared/domain/line-layout.ts';
import type { ChosenLayoutProblem } from '#shared/domain/scheduled-lists.ts';
import { allLayouts } from './layout-repository.ts';

/** A chosen layout that is ready to be used, and the name under which its files are recorded. */
export interface NamedLayout {
  readonly name: string;
  readonly layout: CompiledLayout;
}

const layoutOf = (choice: ChosenLayout): LineLayout =>
  'preset' in choice ? LAYOUT_PRESETS[choice.preset] : choice.layout;

/** Compiles a chosen layout. `lineEnd` ends the lines of a text. */
export const openChosenLayout = (choice: ChosenLayout, lineEnd: string, t: CoreTexts): NamedLayout => ({
  name: 'preset' in choice ? t(`layouts:presets.${choice.preset}`) : choice.name,
  layout: compileLayout(layoutOf(choice), lineEnd),
});

/** Returns a text that is the same for layouts that write the same lines, whatever the order of their properties. */
const contentOf = (layout: LineLayout): string =>
  JSON.stringify(
    layout.kind === 'lines' ? [layout.kind, layout.line, layout.values, layout.head] : [layout.kind, layout.fields],
  );

/**
 * Returns why a chosen layout cannot be written any more, or `null` if it is as it was when the user chose it. Ready
 * layouts never change, and a layout that was saved again with the same content is the same.
 */
export const problemOfChoice = (
  db: Database,
  accountId: string,
  choice: ChosenLayout | undefined,
): ChosenLayoutProblem | null => {
  if (choice === undefined || 'preset' in choice) return null;
  const saved = allLayouts(db, accountId).find(({ name }) => name === choice.name);
  if (saved === undefined) return 'layout-removed';
  return contentOf(saved.layout) === contentOf(choice.layout) ? null : 'layout-changed';
};

/** Whether two choices write the same lines. */
export const isSameChoice = (one: ChosenLayout | undefined, other: ChosenLayout | undefined): boolean => {
  if (one === undefined || other === undefined) return one === other;
  return contentOf(layoutOf(one)) === contentOf(layoutOf(other));
};
