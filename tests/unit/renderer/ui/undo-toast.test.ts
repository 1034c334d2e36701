import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { setAccountState } from '../../../../renderer/bridge/accounts-store.ts';
import {
  doneToast,
  errorToast,
  hideToast,
  isSaidIn,
  takeBack,
  takeBackInCore,
  undoToast,
  useToasts,
} from '../../../../renderer/ui/undo-toast.tsx';

const open = (activeId: string): void =>
  setAccountState({ accounts: [], activeId, keychain: { available: true, reason: 'ok' } });

it('a change of one desk can be undone there alone, and once', () => {
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

const waiting = (): string[] => useToasts.getState().toasts.map(({ message }) => message);

it('a repeated message is shown once, and messages of success do not pile up', () => {
  for (const { id } of useToasts.getState().toasts) hideToast(id);
  doneToast('copied');
  doneToast('saved');
  doneToast('copied');
  expect(waiting()).toEqual(['saved', 'copied']);

  const undone: number[] = [];
  const removals = Array.from({ length: 30 }, (_, index) => `removed ${index}`);
  for (const [index, removed] of removals.entries()) {
    undoToast(removed, () => undone.push(index));
    doneToast(`saved ${index}`);
  }
  errorToast({ kind: 'file', message: 'failed' });
  expect(waiting().filter((message) => message.startsWith('removed'))).toEqual(removals);
  expect(waiting().filter((message) => message.startsWith('saved'))).toEqual([]);
  expect(waiting()).toHaveLength(31);
  undoToast('removed 0', () => undone.push(100));
  expect(waiting().filter((message) => message === 'removed 0')).toHaveLength(2);
});

it('a change that the core can no longer undo is reported, and a change that it undid is not', async () => {
  await i18next.init({ lng: 'cimode', appendNamespaceToCIMode: true });
  const answers = [
    { count: 1, left: 0 },
    { count: 0, left: 0 },
  ];
  const invoke = async () => JSON.stringify({ ok: true, value: answers.shift() });
  vi.stubGlobal('window', { desk: { invoke } });
  for (const { id } of useToasts.getState().toasts) hideToast(id);
  await takeBackInCore(1);
  expect(waiting()).toEqual([]);
  await takeBackInCore(2);
  expect(waiting()).toEqual(['undo:tooLate']);
  vi.unstubAllGlobals();
});
