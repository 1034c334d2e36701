import { create } from 'zustand';
import { readLocal, writeLocal } from '../ui/local-store.ts';

/**
 * How each screen was left (its filter), for the account that is open. Kept over restarts as a convenience; what is read
 * back may be of another version of the app, so every screen takes from it only what is valid.
 */
interface Views {
  readonly accountId: string;
  readonly views: Readonly<Record<string, unknown>>;
}

const storageOf = (accountId: string): string => `views.${accountId}`;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const useViews = create<Views>(() => ({ accountId: '', views: {} }));

/** Another account is another desk, with views of its own. */
export const openViews = (accountId: string): void =>
  useViews.setState({ accountId, views: readLocal(storageOf(accountId), isRecord) ?? {} });

export const viewOf = (screen: string): unknown => useViews.getState().views[screen];

export const setView = (screen: string, view: unknown): void => {
  const { accountId, views } = useViews.getState();
  const next = { ...views, [screen]: view };
  useViews.setState({ views: next });
  writeLocal(storageOf(accountId), next);
};

/** What may stand in each field of a filter. */
export type FilterChecks<F> = { readonly [K in keyof F]-?: (value: unknown) => boolean };

/** `none` with every valid field of what was kept. */
export const validFilter = <F extends object>(none: F, checks: FilterChecks<F>, kept: unknown): F => {
  if (!isRecord(kept)) return none;
  const fields = Object.keys(checks) as (keyof F & string)[];
  const valid = fields.filter((field) => kept[field] !== undefined && checks[field](kept[field]));
  return { ...none, ...Object.fromEntries(valid.map((field) => [field, kept[field]])) };
};

/** The screen's filter as this account left it, or as a link set it; the second changes it. */
export const useScreenFilter = <F extends object>(
  screen: string,
  none: F,
  checks: FilterChecks<F>,
): readonly [F, (filter: F) => void] => {
  const kept = useViews((state) => state.views[screen]);
  return [validFilter(none, checks, kept), (filter) => setView(screen, filter)];
};

export const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 500;
export const isFlag = (value: unknown): boolean => typeof value === 'boolean';
export const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
export const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
export const isOneOf =
  (values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
export const areOf =
  (values: readonly unknown[]) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((one) => values.includes(one));
