import { Button } from '@mantine/core';
import { IconArrowRight, IconFileTypeHtml, IconListDetails, IconPlayerSkipForward } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoverTemplates } from '#shared/contract/handover.ts';
import type { HandoverLine, RunWithDetail } from '#shared/contract/runs.ts';
import { chatAddressOf } from '#shared/domain/chat-address.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { HandoverForm } from './handover-form.tsx';
import { PagesNotice } from './pages-notice.tsx';
import { usePages } from './use-pages.ts';

interface QueueProps {
  readonly queueId: number;
}

/** Hands goods over to many clients, one after another. Where the user stands is stored with each client. */
export const QueueScreen = ({ queueId }: QueueProps) => {
  const { t } = useTranslation(['handover', 'common']);
  const query = useQuery('runs.get', { runId: queueId });
  const templates = useQuery('handover.templates', {}, ['handover.templatesChanged']);
  useDeskEvent('runs.changed', ({ id }) => {
    if (id === queueId) query.reload();
  });
  const toLines = () => go('run', { runId: queueId });
  useEscape(toLines, { beyondFields: true });
  const { value: run } = query;
  if (run?.detail?.of === 'handover' && templates.value !== undefined) {
    return <Queue run={run} current={run.detail.current} templates={templates.value} onList={toLines} />;
  }
  return (
    <Screen title={t('handover:title')}>
      <ErrorNotice error={query.error ?? templates.error} onRetry={query.reload} strip />
    </Screen>
  );
};

interface QueueViewProps {
  readonly run: RunWithDetail;
  /** The first client who waits. */
  readonly current: HandoverLine | null;
  readonly templates: HandoverTemplates;
  readonly onList: () => void;
}

const Queue = ({ run, current, templates, onList }: QueueViewProps) => {
  const { t } = useTranslation('handover');
  const { id: runId, total, state } = run;
  const counts = run.detail?.of === 'handover' ? run.detail.counts : undefined;
  /** The client on the screen. After the message was copied it stays, until the user goes on. */
  const [shown, setShown] = useState(current);
  const skip = useAction('runs.skipHandover');
  const showCurrent = async () => {
    const answer = await callOrTell('runs.get', { runId });
    if (answer?.detail?.of === 'handover') setShown(answer.detail.current);
  };
  const pages = usePages(runId, () => void showCurrent());
  const waiting = counts?.waiting ?? 0;
  const pagesNotice = <PagesNotice pages={pages} done={total - waiting} total={total} />;
  const next = useRef<HTMLButtonElement>(null);
  const isDone = shown !== null && current?.line !== shown.line;
  const left = counts?.nothing ?? 0;
  useEffect(() => {
    if (isDone) next.current?.focus();
  }, [isDone]);

  const onSkip = async () => {
    if (shown === null) return;
    const result = await skip.run({ runId, line: shown.line });
    if (result.ok && result.value.detail?.of === 'handover') setShown(result.value.detail.current);
  };
  const list = (
    <Button leftSection={<IconListDetails size={15} aria-hidden />} onClick={onList}>
      {t('queue.list')}
    </Button>
  );
  if (shown === null || state === 'cancelled') {
    return (
      <Screen title={t('queue.title')} actions={list}>
        {pagesNotice}
        <EmptyState
          icon={IconListDetails}
          title={t(state === 'cancelled' ? 'queue.cancelled' : 'queue.over')}
          text={t('queue.result', {
            done: counts?.done ?? 0,
            skipped: counts?.skipped ?? 0,
            nothing: left + (counts?.removed ?? 0),
          })}
          action={
            <Button variant="filled" autoFocus onClick={() => go('clients')}>
              {t('queue.toClients')}
            </Button>
          }
        />
      </Screen>
    );
  }
  return (
    <Screen
      title={t('queue.title')}
      aside={<span role="status">{t('queue.position', { number: shown.line + 1, total })}</span>}
      actions={
        <>
          {list}
          {waiting === 0 ? null : (
            <Button
              leftSection={<IconFileTypeHtml size={15} aria-hidden />}
              title={t('queue.savePagesHelp')}
              loading={pages.busy}
              onClick={() => void pages.save()}
            >
              {t('queue.savePages', { count: waiting })}
            </Button>
          )}
          {isDone ? null : (
            <Button
              leftSection={<IconPlayerSkipForward size={15} aria-hidden />}
              loading={skip.busy}
              onClick={() => void onSkip()}
            >
              {t('queue.skip')}
            </Button>
          )}
          {isDone ? (
            <Button
              ref={next}
              variant="filled"
              rightSection={<IconArrowRight size={15} aria-hidden />}
              onClick={() => setShown(current)}
            >
              {t(current === null ? 'queue.finish' : 'queue.next')}
            </Button>
          ) : null}
        </>
      }
    >
      {pagesNotice}
      {left === 0 ? null : <Notice tone="info">{t('queue.nothing', { count: left })}</Notice>}
      <ErrorNotice error={skip.error} strip />
      <Turn key={shown.line} runId={runId} line={shown} isDone={isDone} templates={templates} />
    </Screen>
  );
};

interface TurnProps {
  readonly runId: number;
  readonly line: HandoverLine;
  readonly isDone: boolean;
  readonly templates: HandoverTemplates;
}

/** The message of one client of the queue. */
const Turn = ({ runId, line, isDone, templates }: TurnProps) => {
  const { clientId, uuid } = line;
  const options = useQuery('handover.options', clientId === null ? null : { clientId }, ['vpn.changed']);
  const client = useQuery('clients.get', clientId === null ? null : { clientId });
  const { t } = useTranslation('handover');
  if (clientId === null) return <Notice tone="warn">{t('queue.gone', { client: line.clientName })}</Notice>;
  const error = options.error ?? client.error;
  if (error !== undefined) return <ErrorNotice error={error} onRetry={options.reload} strip />;
  if (options.value === undefined || client.value === undefined) return null;
  return (
    <HandoverForm
      clientId={clientId}
      options={options.value}
      kept={templates}
      queue={{
        turn: { runId, line: line.line },
        client: options.value.client,
        uuid,
        chat: chatAddressOf(client.value),
        isDone,
      }}
    />
  );
};
