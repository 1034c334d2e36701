import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountState } from '#shared/contract/account.ts';
import { setAccountState } from '../../../../renderer/bridge/accounts-store.ts';
import { changeDraft, lendFields, recipeOf, useGenerator } from '../../../../renderer/parts/recipe/generator-store.ts';

const open = (activeId: string): void => setAccountState({ activeId, accounts: [] } as unknown as AccountState);
const quantity = (): string => useGenerator.getState().draft.quantity;
const other = { ...recipeOf(useGenerator.getState().draft), quantity: 7 };

describe('the fields of the generator, lent to another form', () => {
  beforeEach(() => {
    open('one');
    changeDraft({ client: { id: 1, name: 'Anna', messengerId: 5, clientKey: 'anna' }, quantity: '250' });
  });

  it('show what they showed before, once they are given back', () => {
    const giveBack = lendFields(other);
    expect(quantity()).toBe('7');
    giveBack();
    expect(quantity()).toBe('250');
  });

  it('take nothing into another account that was opened meanwhile', () => {
    const giveBack = lendFields(other);
    open('two');
    giveBack();
    expect(useGenerator.getState().draft).toMatchObject({ client: null, quantity: '100' });
  });
});
