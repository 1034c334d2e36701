import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EventName, ProcedureInput, ProcedureOutput } from '#shared/contract/index.ts';
import { CLIENT_TEXT_NAMES } from '#shared/domain/client-fields.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { undoToast } from '../../ui/undo-toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './conflicts.module.css';
import { useShared } from './shared-desk-store.ts';

type Conflict = ProcedureOutput<'sharedDesk.conflicts'>['conflicts'][number];

type Of = NonNullable<ProcedureInput<'sharedDesk.conflicts'>['of']>;

const NEWS: readonly EventName[] = ['clients.changed', 'dedicated.changed', 'handover.templatesChanged'];

/** Shows texts that were overwritten by a later text, until somebody has dealt with them. */
export const Conflicts = (of: Of) => {
  const isShared = useShared() !== undefined;
  const query = useQuery('sharedDesk.conflicts', isShared ? { of } : null, isShared ? NEWS : []);
  return (
    <>
      <ErrorNotice error={query.error} strip />
      {query.value?.conflicts.map((conflict) => (
        <ConflictNotice key={conflict.id} conflict={conflict} onSettled={query.reload} strip />
      ))}
    </>
  );
};

/** All overwritten texts, each with a link to its client or proxy. */
export const LostTexts = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation('sharedDesk');
  const query = useQuery('sharedDesk.conflicts', { of: null }, ['sharedDesk.changed']);
  return (
    <>
      <h3>{t('conflict.title', { count })}</h3>
      <ErrorNotice error={query.error} />
      <ul className={styles.lostTexts} aria-label={t('conflict.title', { count })}>
        {query.value?.conflicts.map((conflict) => (
          <li key={conflict.id}>
            <WayThere conflict={conflict} />
            <ConflictNotice conflict={conflict} onSettled={query.reload} />
          </li>
        ))}
      </ul>
    </>
  );
};

const WayThere = ({ conflict: { kind, localId, name } }: Pick<ConflictNoticeProps, 'conflict'>) => {
  if (kind === 'template') return null;
  const open = () => (kind === 'client' ? go('clients', { clientId: localId }) : go('dedicated', { proxyId: localId }));
  return (
    <Button size="compact-sm" variant="subtle" px={4} ml={-4} onClick={open}>
      <bdi className="clip">{name}</bdi>
    </Button>
  );
};

interface ConflictNoticeProps {
  readonly conflict: Conflict;
  readonly onSettled: () => void;
  readonly strip?: boolean;
}

const ConflictNotice = ({ conflict, onSettled, strip = false }: ConflictNoticeProps) => {
  const { id: conflictId, kind, field, value, at, computer } = conflict;
  const { t } = useTranslation(['sharedDesk', 'fields', 'handover']);
  const format = useFormat();
  const now = useNow();
  const settle = useAction('sharedDesk.settleConflict');
  const known = CLIENT_TEXT_NAMES.find((name) => name === field);
  const text = known === undefined ? field : t(`fields:${known}`);
  const words = {
    field: kind === 'template' ? t('handover:template') : text,
    moment: format.moment(at, now),
    computer: computer ?? '',
  };
  const end = async (outcome: 'take' | 'let-go') => {
    const result = await settle.run({ conflictId, outcome });
    if (!result.ok) return;
    onSettled();
    undoToast(outcome === 'take' ? t('conflict.taken') : t('conflict.gone'), () => void takeBack(conflictId, outcome));
  };
  return (
    <>
      <Notice
        tone="info"
        strip={strip}
        actions={
          <>
            <Button size="compact-sm" disabled={settle.busy} onClick={() => void end('take')}>
              {t('conflict.take')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={settle.busy}
              onClick={() => void end('let-go')}
            >
              {t('conflict.letGo')}
            </Button>
          </>
        }
      >
        {computer === null
          ? t('conflict.own', words)
          : computer === ''
            ? t('conflict.bySomebody', words)
            : t('conflict.by', words)}
        <blockquote className={styles.lost}>{value === '' ? t('conflict.empty') : value}</blockquote>
      </Notice>
      <ErrorNotice error={settle.error} strip={strip} />
    </>
  );
};

/** Swaps the two texts back, and marks the conflict as open again. */
const takeBack = async (conflictId: number, outcome: 'take' | 'let-go'): Promise<void> => {
  if (outcome === 'take') {
    const swapped = await callOrTell('sharedDesk.settleConflict', { conflictId, outcome });
    if (swapped === undefined) return;
  }
  await callOrTell('sharedDesk.settleConflict', { conflictId, outcome: 'open' });
};
