import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput, ProcedureOutput } from '#shared/contract/index.ts';
import { CLIENT_TEXT_NAMES } from '#shared/domain/client-fields.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './shared-desk.module.css';
import { useShared } from './store.ts';

type Conflict = ProcedureOutput<'sharedDesk.conflicts'>['conflicts'][number];

type ConflictsProps = ProcedureInput<'sharedDesk.conflicts'>;

/** What somebody wrote that a later text took the place of, until somebody has looked at it. */
export const Conflicts = ({ kind, id }: ConflictsProps) => {
  const isShared = useShared() !== undefined;
  const query = useQuery('sharedDesk.conflicts', isShared ? { kind, id } : null);
  useDeskEvent('clients.changed', ({ clientIds }) => {
    if (kind === 'client' && (clientIds === null || clientIds.includes(id))) query.reload();
  });
  useDeskEvent('dedicated.changed', () => {
    if (kind === 'proxy') query.reload();
  });
  useDeskEvent('handover.templatesChanged', () => {
    if (kind === 'template') query.reload();
  });
  return (
    <>
      <ErrorNotice error={query.error} strip />
      {query.value?.conflicts.map((conflict) => (
        <ConflictNotice key={conflict.id} conflict={conflict} kind={kind} onSettled={query.reload} />
      ))}
    </>
  );
};

interface ConflictNoticeProps {
  readonly conflict: Conflict;
  readonly kind: ConflictsProps['kind'];
  readonly onSettled: () => void;
}

const ConflictNotice = ({
  conflict: { id: conflictId, field, value, at, computer },
  kind,
  onSettled,
}: ConflictNoticeProps) => {
  const { t } = useTranslation(['sharedDesk', 'fields', 'handover']);
  const format = useFormat();
  const now = useNow();
  const settle = useAction('sharedDesk.settleConflict');
  const known = CLIENT_TEXT_NAMES.find((name) => name === field);
  const text = known === undefined ? field : t(`fields:${known}`);
  const words = {
    field: kind === 'template' ? t('handover:template') : text,
    moment: format.moment(at, now),
    computer,
  };
  const end = async (take: boolean) => {
    const result = await settle.run({ conflictId, take });
    if (result.ok) onSettled();
  };
  return (
    <>
      <Notice
        tone="info"
        strip
        actions={
          <>
            <Button size="compact-sm" disabled={settle.busy} onClick={() => void end(true)}>
              {t('conflict.take')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={settle.busy}
              onClick={() => void end(false)}
            >
              {t('conflict.letGo')}
            </Button>
          </>
        }
      >
        {computer === '' ? t('conflict.bySomebody', words) : t('conflict.by', words)}
        <blockquote className={styles.lost}>{value === '' ? t('conflict.empty') : value}</blockquote>
      </Notice>
      <ErrorNotice error={settle.error} strip />
    </>
  );
};
