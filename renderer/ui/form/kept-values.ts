import { deskAccount } from '../../nav/router.ts';

/**
 * The typed values of forms that were left for another screen, by the account of the desk and the name of the form. They stay
 * until the app ends, so that coming back finds everything as it was typed. Another account is another desk, to whose clients
 * these values do not belong.
 */
const kept = new Map<string, object>();

const keyOf = (accountId: string, name: string): string => `${accountId} ${name}`;

export const keptValues = <V extends object>(name: string | undefined): V | undefined =>
  name === undefined ? undefined : (kept.get(keyOf(deskAccount(), name)) as V | undefined);

/**
 * Keeps the values of a form that was left, or forgets them if there are none. `accountId` is the account on whose desk the
 * form was opened: when the user switches to another one, its desk is open already when the form is left.
 */
export const keepValues = (accountId: string, name: string, values: object | null): void => {
  if (values === null) kept.delete(keyOf(accountId, name));
  else kept.set(keyOf(accountId, name), values);
};
