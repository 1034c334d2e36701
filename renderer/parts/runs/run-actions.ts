import { IconCheck, IconCopy, IconFileText, IconPlayerStop } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { Run } from '#shared/contract/runs.ts';
import { hasLines, isTroubled } from '#shared/domain/run-rules.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { copyText } from '../../ui/copy-text.ts';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useRunTitle } from './use-run-title.ts';

/** Reads these clients again, or all of them. Resolves to whether the run has started. */
export const startRefresh = async (clientIds?: readonly number[]): Promise<boolean> => {
  const selection = clientIds === undefined ? {} : { clientIds: [...clientIds] };
  const began = (await callOrTell('runs.start', { kind: 'refresh', ...selection })) !== undefined;
  if (began && clientIds !== undefined) doneToast(i18next.t('refresh:begun', { count: clientIds.length }));
  return began;
};

/** Makes a queue of clients and opens it on the first one. */
export const startHandover = async (
  input: Extract<ProcedureInput<'runs.start'>, { kind: 'handover' | 'handover-of-run' }>,
): Promise<void> => {
  const run = await callOrTell('runs.start', input);
  if (run !== undefined && run !== null) go('handover', { queueId: run.id });
};

/**
 * Runs with lines of their own can be resumed after a pause. A refresh can only be cancelled, since the next one starts
 * over.
 */
export const stopRequest = ({ kind }: Run): 'runs.pause' | 'runs.cancel' =>
  hasLines(kind) && kind !== 'refresh' ? 'runs.pause' : 'runs.cancel';

interface WayOn {
  readonly name: 'openRun' | 'openResult';
  readonly run: () => void;
}

/** Leads to the result of a run; `undefined` if there is none besides the run itself. */
export const wayToResult = ({ id, kind, targetId }: Run): WayOn | undefined => {
  if (hasLines(kind) && kind !== 'refresh') return { name: 'openRun', run: () => go('run', { runId: id }) };
  if (targetId === null) return undefined;
  return { name: 'openResult', run: () => go('lists', { listId: targetId }) };
};

/** The actions on one run, for the context menu and the palette alike. */
export const useRunActions = (run: Run): readonly MenuAction[] => {
  const { t } = useTranslation(['runs', 'common']);
  const title = useRunTitle()(run);
  const result = wayToResult(run);
  const actions: MenuAction[] = [];
  if (result !== undefined) actions.push({ icon: IconFileText, label: t(result.name), run: result.run });
  if (run.state === 'running') {
    const stop = () => void callOrTell(stopRequest(run), { runId: run.id });
    actions.push({ icon: IconPlayerStop, label: t('common:words.stop'), run: stop });
  }
  if (isTroubled(run)) {
    const dismiss = () => void callOrTell('runs.dismiss', { runId: run.id, dismissed: true });
    actions.push({ icon: IconCheck, label: t('dismiss'), run: dismiss });
  }
  return [...actions, { icon: IconCopy, label: t('copyTitle'), run: () => copyText(title) }];
};
