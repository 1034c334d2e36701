import { useTranslation } from 'react-i18next';
import { useScreenParams } from '../../nav/router.ts';
import { NothingSelected } from '../clients/nothing-selected.tsx';
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
  return <NothingSelected title={t('title')} text={t('nothingSelected')} />;
};
