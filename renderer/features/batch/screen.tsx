import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { go, useScreenParams } from '../../app/router.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useBatchDraft } from './draft-store.ts';
import { ExportForm } from './export-form.tsx';
import { GenerateForm } from './generate-form.tsx';
import { RunScreen } from './run-screen.tsx';

/** Lists for many at once: the form for a selection, the run and its result. */
export const BatchScreen = () => {
  const { t } = useTranslation('batch');
  const { batchId, draftId } = useScreenParams('batch');
  const draft = useBatchDraft((state) => state.draft);
  if (batchId !== undefined) return <RunScreen key={batchId} batchId={batchId} />;
  if (draft !== null && draft.draftId === draftId) {
    return draft.kind === 'generate' ? (
      <GenerateForm key={draftId} selection={draft} />
    ) : (
      <ExportForm key={draftId} selection={draft} />
    );
  }
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
