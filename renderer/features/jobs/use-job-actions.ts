import { IconCheck, IconCopy, IconFileText, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/contract/jobs.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useJobTitle } from './use-job-title.ts';

/** How a job ends that asks for a look. */
const TROUBLES: ReadonlySet<Job['state']> = new Set(['failed', 'partial', 'interrupted']);

/** Whether the user may say that it needs no more looks. A refresh is tried again instead. */
export const isTroubled = ({ state, kind, dismissed }: Job): boolean =>
  TROUBLES.has(state) && kind !== 'refresh' && !dismissed;

interface WayOn {
  readonly name: 'openRun' | 'openResult';
  readonly run: () => void;
}

/** The way to what a job makes; `undefined` where there is nothing but the job. */
export const wayToResult = ({ kind, targetId }: Job): WayOn | undefined => {
  if (targetId === null || kind === 'refresh') return undefined;
  if (kind === 'bulk') return { name: 'openRun', run: () => go('bulk', { runId: targetId }) };
  if (kind === 'batch') return { name: 'openRun', run: () => go('batch', { batchId: targetId }) };
  return { name: 'openResult', run: () => go('lists', { listId: targetId }) };
};

/** What can be done with one job: the same behind the right click and in the palette. */
export const useJobActions = (job: Job): readonly MenuAction[] => {
  const { t } = useTranslation('jobs');
  const title = useJobTitle()(job);
  const result = wayToResult(job);
  const actions: MenuAction[] = [];
  if (result !== undefined) actions.push({ icon: IconFileText, label: t(result.name), run: result.run });
  if (job.state === 'running') {
    const stop = () => void callOrTell('jobs.cancel', { jobId: job.id });
    actions.push({ icon: IconPlayerStop, label: t('cancel'), run: stop });
  }
  if (isTroubled(job)) {
    const dismiss = () => void callOrTell('jobs.dismiss', { jobId: job.id, dismissed: true });
    actions.push({ icon: IconCheck, label: t('dismiss'), run: dismiss });
  }
  return [...actions, { icon: IconCopy, label: t('copyTitle'), run: () => copyText(title) }];
};
