import { useTranslation } from 'react-i18next';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useScreenParams } from '../../nav/router.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { NothingSelected } from '../clients/nothing-selected.tsx';
import { useDraft } from './draft-store.ts';
import { ExportForm } from './lists/export-form.tsx';
import { GenerateForm } from './lists/generate-form.tsx';
import { ListsRun } from './lists/lists-run.tsx';

/** One run with its lines, or the form for a new one. */
export const RunScreen = () => {
  const { t } = useTranslation('batch');
  const { runId, draftId } = useScreenParams('batch');
  const draft = useDraft((state) => state.draft);
  if (runId !== undefined) return <OneRun key={runId} runId={runId} />;
  if (draft === null || draft.draftId !== draftId) {
    return <NothingSelected title={t('title')} text={t('nothingSelected')} />;
  }
  return draft.kind === 'generate' ? (
    <GenerateForm key={draftId} selection={draft} />
  ) : (
    <ExportForm key={draftId} selection={draft} />
  );
};

/** Read again at each of its changes. */
const OneRun = ({ runId }: { readonly runId: number }) => {
  const { t } = useTranslation('batch');
  const { value: run, error, reload } = useQuery('runs.get', { runId });
  useDeskEvent('runs.changed', (changed) => {
    if (changed.id === runId) reload();
  });
  if (run?.detail?.of === 'lists') return <ListsRun run={run} detail={run.detail} />;
  return (
    <Screen title={t('title')}>
      {error === undefined ? null : <ErrorNotice error={error} onRetry={reload} strip />}
    </Screen>
  );
};
