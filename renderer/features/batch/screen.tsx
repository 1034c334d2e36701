import { useTranslation } from 'react-i18next';
import { useScreenParams } from '../../nav/router.ts';
import { NothingSelected } from '../clients/nothing-selected.tsx';
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
  return <NothingSelected title={t('title')} text={t('nothingSelected')} />;
};
