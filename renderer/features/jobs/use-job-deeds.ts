import { IconCheck, IconCopy, IconFileText, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/contract/jobs.ts';
import { go } from '../../app/router.ts';
import { call } from '../../bridge/desk.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { Deed } from '../../ui/deed.tsx';
import { errorToast } from '../../ui/undo-toast.tsx';
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

const ask = async (name: 'jobs.cancel' | 'jobs.dismiss', jobId: number): Promise<void> => {
  const result = await (name === 'jobs.cancel' ? call(name, { jobId }) : call(name, { jobId, dismissed: true }));
  if (!result.ok) errorToast(result.error);
};

/** What can be done with one job: the same behind the right click and in the palette. */
export const useJobDeeds = (job: Job): readonly Deed[] => {
  const { t } = useTranslation('jobs');
  const title = useJobTitle()(job);
  const result = wayToResult(job);
  const deeds: Deed[] = [];
  if (result !== undefined) deeds.push({ icon: IconFileText, label: t(result.name), run: result.run });
  if (job.state === 'running') {
    deeds.push({ icon: IconPlayerStop, label: t('cancel'), run: () => void ask('jobs.cancel', job.id) });
  }
  if (isTroubled(job)) {
    deeds.push({ icon: IconCheck, label: t('dismiss'), run: () => void ask('jobs.dismiss', job.id) });
  }
  return [...deeds, { icon: IconCopy, label: t('copyTitle'), run: () => copyText(title) }];
};
