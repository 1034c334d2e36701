import { expect, it } from 'vitest';
import { setAccountState } from '../../../../renderer/features/account/store.ts';
import { doneToast, isSaidIn, takeBack, undoToast, useToasts } from '../../../../renderer/ui/undo-toast.tsx';

const open = (activeId: string): void =>
  setAccountState({ accounts: [], activeId, keychain: { available: true, reason: 'ok' } });

it('what was done in one desk is taken back there alone, and once', () => {
  const undone: string[] = [];
  const said = (accountId: string): string[] =>
    useToasts
      .getState()
      .toasts.filter((toast) => isSaidIn(accountId, toast))
      .map(({ message }) => message);
  open('a');
  undoToast('removed in a', () => undone.push('a'));
  doneToast('saved');

  open('b');
  expect(said('b')).toEqual(['saved']);
  expect(takeBack()).toBe(false);
  undoToast('removed in b', () => undone.push('b'));
  expect(takeBack()).toBe(true);

  open('a');
  expect(said('a')).toEqual(['removed in a', 'saved']);
  expect(takeBack()).toBe(true);
  expect(takeBack()).toBe(false);
  expect(undone).toEqual(['b', 'a']);
});
