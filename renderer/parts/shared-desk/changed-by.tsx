import { useTranslation } from 'react-i18next';
import type { EventName } from '#shared/contract/index.ts';
import type { SharedChange, SharedKind } from '#shared/contract/shared-desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useNow } from '../../ui/use-now.ts';
import { useShared } from './shared-desk-store.ts';

/** Together these events report every change, made here or elsewhere, and also a new name of a computer. */
const CHANGE_EVENTS: readonly EventName[] = [
  'clients.changed',
  'purchases.changed',
  'sales.changed',
  'dedicated.changed',
  'lists.changed',
  'standing.changed',
  'handover.templatesChanged',
  'sharedDesk.changed',
];
const MOST = 500;

type ChangeOf = (id: number, field?: string) => SharedChange | undefined;

/**
 * Returns a function that tells who last changed each of these things, or one field of it. On a desk that is not shared
 * it always returns `undefined`.
 */
export const useChanges = (kind: SharedKind, ids: readonly number[]): ChangeOf => {
  const isShared = useShared() !== undefined;
  const query = useQuery(
    'sharedDesk.changes',
    isShared && ids.length > 0 ? { kind, ids: ids.slice(0, MOST) } : null,
    isShared ? CHANGE_EVENTS : [],
  );
  const changes = query.value?.changes ?? [];
  return (id, field) => changes.find((change) => change.id === id && (field === undefined || change.field === field));
};

/** The name of the computer that made a change. */
export const useWho = (): ((change: Pick<SharedChange, 'computer'>) => string) => {
  const { t } = useTranslation('sharedDesk');
  return ({ computer }) =>
    computer === null ? t('computers.this') : computer === '' ? t('changed.somebody') : computer;
};

interface ChangedByProps {
  readonly change: SharedChange | undefined;
  readonly what?: 'changed' | 'note' | 'removed' | 'boughtBy';
}

/** A quiet line that says who made the last change and when. Hidden if that is unknown. */
export const ChangedBy = ({ change, what = 'changed' }: ChangedByProps) => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  const now = useNow();
  const who = useWho();
  if (change === undefined) return null;
  return (
    <p className="note" style={{ overflowWrap: 'anywhere' }} title={format.exact(change.at)}>
      {t(`changed.${what}`, { who: who(change), moment: format.moment(change.at, now) })}
    </p>
  );
};

/** Shows only the name of the computer, for a line that already says what was done and when. */
export const Who = ({ change }: Pick<ChangedByProps, 'change'>) => {
  const who = useWho();
  if (change === undefined) return null;
  return (
    <span className="note clip" style={{ maxWidth: 160 }} title={who(change)}>
      {who(change)}
    </span>
  );
};
