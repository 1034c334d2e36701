import { describe, expect, it } from 'vitest';
import { firstSchedule, readSchedule } from '../../../../renderer/features/scheduled-lists/typed-schedule.ts';
import { withFound } from '../../../../renderer/features/scheduled-lists/whom-fields.tsx';
import { changeRecipe, useGenerator } from '../../../../renderer/parts/recipe/generator-store.ts';
import { changedRecipe } from '../../../../renderer/parts/recipe/recipe-draft.ts';
import { FormState } from '../../../../renderer/ui/form/form-state.ts';

const output = { mode: 'files', variant: 'domain', template: '{client}.txt' } as const;
const newSchedule = (ids: readonly number[] = [4, 5]) =>
  firstSchedule({ known: undefined, isEdit: false, ids, recipe: useGenerator.getState().draft.recipe, output });

describe('the form of a scheduled list', () => {
  it('begins with the recipe of the generator, and leaves that one alone', () => {
    changeRecipe({ countries: ['de'], quantity: '250' });
    const form = new FormState(newSchedule(), { read: readSchedule });
    expect(form.snapshot().values.recipe).toMatchObject({ countries: ['de'], quantity: '250' });
    form.change(({ recipe }) => ({ recipe: changedRecipe(recipe, { countries: ['fr'], quantity: '7' }) }));
    expect(useGenerator.getState().draft.recipe).toMatchObject({ countries: ['de'], quantity: '250' });
    expect(readSchedule(form.snapshot().values)).toMatchObject({
      ok: true,
      value: { clients: { clientIds: [4, 5] }, recipe: { countries: ['fr'], quantity: 7 }, keep: null },
    });
  });

  it('is for the client whom the user chose, also when it comes back after another screen', () => {
    const named = (id: number, name: string) => ({ id, name, messengerId: id, clientKey: name });
    const form = new FormState(newSchedule([4]), { read: readSchedule });
    const findSelected = (): void => form.change(({ whom }) => ({ whom: withFound(whom, named(4, 'Anna')) }));
    findSelected();
    expect(form.snapshot().values.whom.client?.name).toBe('Anna');
    form.change(({ whom }) => ({ whom: { ...whom, client: named(9, 'Boris') } }));
    findSelected();
    expect(form.snapshot().values.whom.client?.name).toBe('Boris');
  });

  it('names everything that is missing at once', () => {
    const typed = newSchedule([]);
    const recipe = { ...typed.recipe, countries: [], quantity: 'many' };
    const read = readSchedule({ ...typed, recipe, output: { ...output, template: '' } });
    const fields = read.ok ? [] : read.problems.map(({ field }) => field);
    expect(new Set(fields)).toEqual(new Set(['clients', 'countries', 'quantity', 'template']));
  });
});
