import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountState } from '#shared/contract/account.ts';
import { setAccountState } from '../../../../renderer/bridge/accounts-store.ts';
import {
  applyRecipe,
  changeDraft,
  changeRecipe,
  resetRecipe,
  useGenerator,
} from '../../../../renderer/parts/recipe/generator-store.ts';
import { recipeOf } from '../../../../renderer/parts/recipe/recipe-draft.ts';

const open = (activeId: string): void => setAccountState({ activeId, accounts: [] } as unknown as AccountState);
const draft = () => useGenerator.getState().draft;
const anna = { id: 1, name: 'Anna', messengerId: 5, clientKey: 'anna' };

describe('the fields of the generator', () => {
  beforeEach(() => {
    open('one');
    changeDraft({ client: anna });
    resetRecipe();
    changeRecipe({ quantity: '250', countries: ['de'] });
  });

  it('take nothing into another account that is opened', () => {
    open('two');
    expect(draft()).toMatchObject({ client: null, recipe: { quantity: '100', countries: [] } });
  });

  it('keep the client when they are reset, and when a preset fills them', () => {
    applyRecipe({ ...recipeOf(draft().recipe), quantity: 7 });
    expect(draft()).toMatchObject({ client: anna, recipe: { quantity: '7' } });
    resetRecipe();
    expect(draft()).toMatchObject({ client: anna, recipe: { quantity: '100' } });
  });
});
