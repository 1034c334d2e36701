import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { go, useScreenParams } from '../../nav/router.ts';
import { type RunDraft, useRunDraft } from '../../parts/runs/draft-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ScheduleForm } from '../scheduled-lists/schedule-form.tsx';
import { CheckForm } from './check/check-form.tsx';
import { CheckRunView } from './check/check-run.tsx';
import { HandoverRunView } from './handover/handover-run.tsx';
import { ExportForm } from './lists/export-form.tsx';
import { GenerateForm } from './lists/generate-form.tsx';
import { ListsRunView } from './lists/lists-run.tsx';
import { PlanForm } from './purchases/plan-form.tsx';
import { PurchasesRunView } from './purchases/purchases-run.tsx';
import { WhitelistForm } from './whitelist/whitelist-form.tsx';
import { WhitelistRunView } from './whitelist/whitelist-run.tsx';

/** One run with its lines, or the form for a new one. */
export const RunScreen = () => {
  const { t } = useTranslation(['runs', 'common']);
  const { runId, draftId } = useScreenParams('run');
  const draft = useRunDraft((state) => state.draft);
  if (runId !== undefined) return <OneRun key={runId} runId={runId} />;
  if (draft === null || draft.draftId !== draftId) {
    return <NothingSelected title={t('common:nav.activity')} text={t('run.nothingSelected')} />;
  }
  return <DraftForm key={draftId} draft={draft} />;
};

const DraftForm = ({ draft }: { readonly draft: RunDraft }) => {
  switch (draft.kind) {
    case 'generate':
      return <GenerateForm selection={draft} />;
    case 'export':
      return <ExportForm selection={draft} />;
    case 'schedule':
      return <ScheduleForm draft={draft} />;
    case 'check-list':
    case 'check-proxies':
      return <CheckForm draft={draft} />;
    case 'whitelist':
      return <WhitelistForm draft={draft} />;
    default:
      return <PlanForm draft={draft} />;
  }
};

/** Read again after each change of the run, and when one of its purchases is settled. */
const OneRun = ({ runId }: { readonly runId: number }) => {
  const { t } = useTranslation('common');
  const { value: run, error, reload } = useQuery('runs.get', { runId });
  useDeskEvent('runs.changed', (changed) => {
    if (changed.id === runId) reload();
  });
  useDeskEvent('purchases.changed', () => {
    if (run?.kind === 'purchases') reload();
  });
  switch (run?.detail?.of) {
    case 'lists':
      return <ListsRunView run={run} detail={run.detail} />;
    case 'purchases':
      return <PurchasesRunView run={run} detail={run.detail} />;
    case 'check':
      return <CheckRunView run={run} detail={run.detail} />;
    case 'handover':
      return <HandoverRunView run={run} detail={run.detail} />;
    case 'whitelist':
      return <WhitelistRunView run={run} detail={run.detail} />;
    default:
      return (
        <Screen title={t('nav.activity')}>
          <ErrorNotice error={error} onRetry={reload} strip />
        </Screen>
      );
  }
};

interface NothingSelectedProps {
  /** The title of the screen. */
  readonly title: string;
  /** Says where and how to select. */
  readonly text: string;
}

/** Shown by a screen that works on a selection but was opened without one. */
const NothingSelected = ({ title, text }: NothingSelectedProps) => {
  const { t } = useTranslation();
  return (
    <Screen title={title}>
      <EmptyState
        icon={IconStack2}
        title={t('nothingSelected.title')}
        text={text}
        action={
          <Button variant="filled" onClick={() => go('clients')}>
            {t('nothingSelected.toClients')}
          </Button>
        }
      />
    </Screen>
  );
};
