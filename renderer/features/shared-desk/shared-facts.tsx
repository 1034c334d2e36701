import { Box, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge/use-action.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { LostTexts } from '../../parts/shared-desk/conflicts.tsx';
import { useKeptFresh } from '../../parts/shared-desk/kept-fresh.ts';
import type { SharedState } from '../../parts/shared-desk/shared-desk-store.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ComputersList } from './computers-list.tsx';
import { ExchangeProgress } from './exchange-progress.tsx';
import styles from './shared-desk.module.css';

interface SharedFactsProps {
  readonly state: SharedState;
  readonly onReconnect: () => void;
}

/** Shows how the open desk is shared: where, with whom, and whether everything is exchanged. */
export const SharedFacts = ({ state, onReconnect }: SharedFactsProps) => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  const now = useNow();
  const keptFresh = useKeptFresh();
  const { name, status, store, wakes, computers, progress, restoredAt, lost, aside, clockMs } = state;
  return (
    <>
      <Box component="dl" className="facts selectable" mb={12}>
        <Fact name={t('facts.name')}>{name}</Fact>
        <Fact name={t('facts.exchange')}>
          <Exchange state={state} />
        </Fact>
        <Fact name={t('facts.place')}>
          {store === null ? null : t('place', { host: store.host, port: String(store.port), database: store.database })}
        </Fact>
        {keptFresh === undefined ? null : <Fact name={t('facts.refresh')}>{keptFresh}</Fact>}
        <Fact name={t('facts.secrecy')}>{t('facts.sealed')}</Fact>
      </Box>
      <div className={styles.notices}>
        <Trouble state={state} onReconnect={onReconnect} />
        {progress === null ? null : <ExchangeProgress progress={progress} />}
        {status === 'shared' && wakes === 'poll' ? <Notice tone="info">{t('connection.pooled')}</Notice> : null}
        {restoredAt === null ? null : (
          <Notice tone="info">{t('restored', { moment: format.moment(restoredAt, now) })}</Notice>
        )}
        {clockMs === null ? null : (
          <Notice tone="warn">
            {t(clockMs > 0 ? 'clock.ahead' : 'clock.behind', { duration: format.duration(Math.abs(clockMs)) })}
          </Notice>
        )}
        {aside.map(({ reason, computer, count }) => (
          <Notice key={`${reason} ${computer}`} tone={reason === 'unknown' ? 'info' : 'warn'}>
            {t(`aside.${reason}`, {
              who: computer === '' ? t('aside.nobody') : t('aside.computer', { computer }),
              number: format.number(count),
            })}
          </Notice>
        ))}
      </div>
      {lost === 0 ? null : <LostTexts count={lost} />}
      <ComputersList computers={computers} isMember={status !== 'stopped'} />
    </>
  );
};

const TONES = { connecting: 'mute', shared: 'ok', offline: 'mute', stopped: 'warn' } as const;

const Exchange = ({ state: { status, unpublished, asOf } }: { readonly state: SharedState }) => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  const now = useNow();
  const isSending = status === 'shared' && unpublished > 0;
  const waiting = t('states.unpublished', { count: unpublished });
  return (
    <Group gap="2px 10px">
      <StatusChip tone={isSending ? 'info' : TONES[status]} label={isSending ? waiting : t(`states.${status}`)} />
      {isSending || unpublished === 0 ? null : <span>{waiting}</span>}
      {asOf === null ? null : (
        <span className="dim" title={format.exact(asOf)}>
          {t('facts.asOf', { moment: format.moment(asOf, now) })}
        </span>
      )}
    </Group>
  );
};

/** Says what separates this computer from the others, and what can be done. */
const Trouble = ({ state: { status, problem, computers, hasClone }, onReconnect }: SharedFactsProps) => {
  const { t } = useTranslation(['sharedDesk', 'errors']);
  const format = useFormat();
  const retry = useAction('sharedDesk.retry');
  const [isTried, setTried] = useState(false);
  const [before, setBefore] = useState(status);
  // The result of an earlier attempt says nothing about the new state.
  if (status !== before) {
    setBefore(status);
    setTried(false);
  }
  const again = async () => {
    setTried(false);
    setTried((await retry.run({})).ok);
  };
  if (status === 'shared' && hasClone)
    return (
      <Notice tone="warn" live="alert">
        {t('twin')}
      </Notice>
    );
  const away = computers.find(({ diedWhilePaying }) => diedWhilePaying);
  if (status === 'shared' && away !== undefined)
    return <Notice tone="warn">{t('diedWhilePaying', { computer: away.name })}</Notice>;
  const elsewhere = computers.filter(({ isElsewhere }) => isElsewhere).map(({ name }) => name);
  if (status === 'shared' && elsewhere.length > 0)
    return (
      <Notice tone="warn">{t('elsewhere', { count: elsewhere.length, computers: format.list(elsewhere) })}</Notice>
    );
  if (status !== 'offline' && status !== 'stopped') return null;
  const isStopped = status === 'stopped';
  const isOfStore = problem?.details?.code?.startsWith('store-') === true;
  return (
    <>
      <Notice
        tone={isStopped ? 'warn' : 'mute'}
        live={isStopped ? 'alert' : 'status'}
        actions={
          <>
            {isStopped && isOfStore ? (
              <Button size="compact-sm" onClick={onReconnect}>
                {t('reconnect.button')}
              </Button>
            ) : null}
            <Button size="compact-sm" loading={retry.busy} onClick={() => void again()}>
              {t('errors:retry')}
            </Button>
          </>
        }
      >
        {problem === null ? '' : describeError(problem)} {t(isStopped ? 'stopped' : 'offline')}{' '}
        {isTried ? t('tried') : ''}
      </Notice>
      <ErrorNotice error={retry.error} />
    </>
  );
};
