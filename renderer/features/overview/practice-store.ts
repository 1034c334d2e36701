import { create } from 'zustand';
import { useAccounts } from '../../bridge/accounts-store.ts';
import { subscribe } from '../../bridge/desk.ts';
import { readLocal, writeLocal } from '../../bridge/local-store.ts';

/** The tasks of the sandbox, in the order in which a seller learns them. */
export const PRACTICE_TASKS = ['sell', 'list', 'many'] as const;
export type PracticeTask = (typeof PRACTICE_TASKS)[number];

interface Practice {
  readonly done: readonly PracticeTask[];
  readonly isHidden: boolean;
}

const STORAGE = 'practice-tasks';
const FRESH: Practice = { done: [], isHidden: false };

const isPractice = (value: unknown): value is Practice =>
  typeof value === 'object' &&
  value !== null &&
  'done' in value &&
  Array.isArray(value.done) &&
  'isHidden' in value &&
  typeof value.isHidden === 'boolean';

/** How far the user of this computer is with the tasks of the sandbox. */
export const usePractice = create<Practice>(() => readLocal(STORAGE, isPractice) ?? FRESH);

const change = (part: Partial<Practice>): void => {
  usePractice.setState(part);
  writeLocal(STORAGE, usePractice.getState());
};

export const hidePractice = (isHidden: boolean): void => change({ isHidden });

const finish = (task: PracticeTask): void => {
  const { state } = useAccounts.getState();
  const isPracticeDesk = state?.accounts.find(({ id }) => id === state.activeId)?.isSandbox === true;
  const { done } = usePractice.getState();
  if (isPracticeDesk && !done.includes(task)) change({ done: [...done, task] });
};

/** Notes the tasks that are done anywhere in the window. Call it once. */
export const followPractice = (): void => {
  subscribe('handover.done', () => finish('sell'));
  subscribe('lists.exported', () => finish('list'));
  subscribe('runs.changed', ({ kind, state }) => {
    if (kind === 'purchases' && state === 'done') finish('many');
  });
};
