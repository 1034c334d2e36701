import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefreshLine, Run } from '#shared/contract/runs.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { go } from '../../nav/router.ts';
import { Age } from '../../ui/age.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './activity.module.css';

const PAGE = 20;

/** Lists the clients that the run could not read, with the reason and the age of their data. */
export const FailureList = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation('refresh');
  const [offset, setOffset] = useState(0);
  const query = useQuery('runs.lines', { runId: run.id, offset, limit: PAGE });
  // A running refresh may add failures while the list is open.
  useDeskEvent('runs.changed', (changed) => {
    if (changed.id === run.id) query.reload();
  });
  const total = query.value?.total ?? run.failed;
  return (
    <section aria-label={t('failures.title')}>
      <h3 style={{ marginBlock: 4 }}>{t('failures.count', { count: run.failed })}</h3>
      <ErrorNotice error={query.error} />
      <ul>
        {(query.value?.rows ?? []).map((failure) =>
          failure.of !== 'refresh' ? null : <Failure key={failure.clientId} failure={failure} />,
        )}
      </ul>
      {total <= PAGE ? null : (
        <Group gap={8}>
          <Button size="compact-sm" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
            {t('failures.newer')}
          </Button>
          <Button size="compact-sm" disabled={offset + PAGE >= total} onClick={() => setOffset(offset + PAGE)}>
            {t('failures.older')}
          </Button>
        </Group>
      )}
    </section>
  );
};

const Failure = ({ failure }: { readonly failure: RefreshLine }) => (
  <li className={styles.failure}>
    <Group gap={8} wrap="nowrap" justify="space-between">
      <TextLink truncate c="inherit" fw={600} onGo={() => go('clients', { clientId: failure.clientId })}>
        <bdi>{rowClientLabel(failure)}</bdi>
      </TextLink>
      <Age at={failure.asOf} />
    </Group>
    <p className="dim">{describeError(failure.error)}</p>
  </li>
);
