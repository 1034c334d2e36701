import type { ProcedureInput, ProcedureOutput } from '#shared/contract/index.ts';
import { parseWholeNumber } from '#shared/domain/typed-number.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import type { Problem } from '#shared/result.ts';
import { OUTPUT_KEYS, type OutputChoice, outputOf, outputProblems } from '../../parts/lists/output-fields.tsx';
import { RECIPE_KEYS, type RecipeDraft, recipeDraftProblems, recipeOf } from '../../parts/recipe/recipe-draft.ts';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import type { ChosenFolder } from './folder-fields.tsx';
import type { TypedRhythm } from './rhythm-fields.tsx';
import { clientsOf, firstWhom, type Whom } from './whom-fields.tsx';

export type KnownSchedule = ProcedureOutput<'scheduledLists.get'>;

/** The values of the form. */
export interface TypedSchedule {
  readonly name: string;
  readonly whom: Whom;
  readonly recipe: RecipeDraft;
  readonly skips: boolean;
  readonly rhythm: TypedRhythm;
  readonly zone: string;
  readonly folder: ChosenFolder;
  /** The number of files as typed; `null` keeps all of them. */
  readonly keep: string | null;
  readonly output: OutputChoice;
}

/** The values of the form at which problems with fields of other names are shown. */
export const SCHEDULE_KEYS = {
  ...RECIPE_KEYS,
  ...OUTPUT_KEYS,
  clients: 'whom',
  time: 'rhythm',
  monthDay: 'rhythm',
} as const;

interface Start {
  /** The schedule that is edited or copied. */
  readonly known: KnownSchedule | undefined;
  readonly isEdit: boolean;
  /** The clients of a new schedule. */
  readonly ids: readonly number[];
  readonly recipe: RecipeDraft;
  readonly output: OutputChoice;
}

/** The initial values. A copy takes neither the name nor the folder. */
export const firstSchedule = ({ known, isEdit, ids, recipe, output }: Start): TypedSchedule => ({
  name: isEdit ? (known?.name ?? '') : '',
  whom: firstWhom(known?.tag ?? null, known?.clientIds ?? ids),
  recipe,
  skips: known?.skipWithoutTraffic ?? true,
  rhythm: {
    every: known?.rhythm.every ?? 'day',
    monthDay: String(known?.rhythm.monthDay ?? 1),
    time: known?.rhythm.time ?? '08:00',
  },
  zone: known?.zone ?? localZone(),
  folder: { folderId: null, folder: isEdit ? (known?.folder ?? '') : '' },
  keep: known?.keep == null ? null : String(known.keep),
  output,
});

type Terms = Omit<ProcedureInput<'scheduledLists.save'>, 'scheduleId' | 'enabled'>;

/** Parses the typed values. The core decides whether they are allowed. */
export const readSchedule = (typed: TypedSchedule): Read<Terms> => {
  const { name, whom, recipe, skips, rhythm, zone, folder, keep } = typed;
  const clients = clientsOf(whom);
  const output = outputOf(typed.output);
  const problems: Problem[] = [...recipeDraftProblems(recipe), ...outputProblems(typed.output)];
  if (clients === null) problems.unshift({ field: 'clients', code: 'schedule-clients' });
  if (clients === null || output.mode === 'none' || problems.length > 0) return unreadable(...problems);
  const value: Terms = {
    name,
    recipe: recipeOf(recipe),
    output,
    skipWithoutTraffic: skips,
    clients,
    // A text that is not a number becomes 0, which the core refuses with the name of the field.
    rhythm: { ...rhythm, monthDay: parseWholeNumber(rhythm.monthDay) ?? 0 },
    zone,
    keep: keep === null ? null : (parseWholeNumber(keep) ?? 0),
    folderId: folder.folderId,
  };
  return { ok: true, value };
};
