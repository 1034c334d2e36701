import { useAccounts } from '../../bridge/accounts-store.ts';

/**
 * The typed values of forms that were left for another screen, by the name of the form. They stay until the app ends, so
 * that coming back finds everything as it was typed.
 */
const kept = new Map<string, object>();

/** Another account is another desk, to whose clients these values do not belong. */
useAccounts.subscribe(({ state }, before) => {
  if (before.state !== undefined && state?.activeId !== before.state.activeId) kept.clear();
});

export const keptValues = <V extends object>(name: string | undefined): V | undefined =>
  name === undefined ? undefined : (kept.get(name) as V | undefined);

/** Keeps the values of a form that was left, or forgets them if there are none. */
export const keepValues = (name: string | undefined, values: object | null): void => {
  if (name === undefined) return;
  if (values === null) kept.delete(name);
  else kept.set(name, values);
};
