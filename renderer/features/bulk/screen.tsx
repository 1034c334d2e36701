import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { go, useScreenParams } from '../../app/router.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useBulkDraft } from './draft-store.ts';
import { PlanForm } from './plan-form.tsx';
import { RunScreen } from './run-screen.tsx';

/** Many purchases at once: the draft of a plan, the plan, its run and its result. */
export const BulkScreen = () => {
  const { t } = useTranslation('bulk');
  const { runId, draftId } = useScreenParams('bulk');
  const draft = useBulkDraft((state) => state.draft);
  if (runId !== undefined) return <RunScreen key={runId} runId={runId} />;
  if (draft !== null && draft.draftId === draftId) return <PlanForm key={draftId} draft={draft} />;
  return (
    <Screen title={t('title')}>
      <EmptyState
        icon={IconStack2}
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Button variant="filled" onClick={() => go('clients')}>
            {t('empty.action')}
          </Button>
        }
      />
    </Screen>
  );
};
