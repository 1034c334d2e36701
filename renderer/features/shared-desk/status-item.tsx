import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconUsers, IconUsersMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { requestCommand } from '../../nav/command-store.ts';
import { type SharedState, useShared } from '../../parts/shared-desk/shared-desk-store.ts';
import styles from './shared-desk.module.css';

interface SharedDeskStatusItemProps {
  readonly className: string;
  /** The class of the text that disappears if there is too little room. */
  readonly gives: string;
}

/** Shows in the status bar how the open desk is shared. Hidden for a desk that is not shared. */
export const SharedDeskStatusItem = ({ className, gives }: SharedDeskStatusItemProps) => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  const shared = useShared();
  const short = useShort(shared);
  if (shared === undefined) return null;
  const { status, name } = shared;
  const others = othersHere(shared);
  const help =
    others.length === 0 ? t('status.alone', { name }) : t('status.withOthers', { name, names: format.list(others) });
  const IconOf = status === 'stopped' ? IconAlertTriangle : status === 'offline' ? IconUsersMinus : IconUsers;
  return (
    <Tooltip label={`${short.join(' · ')}. ${help}`} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={className}
        data-gives
        data-tone={status === 'stopped' ? 'warn' : undefined}
        onClick={() => requestCommand('show-shared-desk')}
      >
        <IconOf size={14} aria-hidden />
        <span className={styles.company}>{short[0]}</span>
        {short[1] === undefined ? null : <span className={gives}>· {short[1]}</span>}
      </button>
    </Tooltip>
  );
};

const othersHere = ({ computers }: SharedState): readonly string[] =>
  computers.filter(({ isThis, isHere }) => isHere && !isThis).map(({ name }) => name);

/** Further computers are only counted here, and named in the tooltip. */
const NAMED = 2;

/** The text that must stay visible, followed by the one that may disappear. */
const useShort = (shared: SharedState | undefined): readonly [string, string?] => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  if (shared === undefined) return [''];
  const { status, unpublished, progress, lost } = shared;
  const others = othersHere(shared);
  const waiting = unpublished === 0 ? undefined : t('status.waiting', { count: unpublished });
  if (status === 'stopped') return [t('status.stopped')];
  if (status === 'connecting') return [t('status.connecting')];
  if (status === 'offline') return waiting === undefined ? [t('status.offline')] : [t('status.offline'), waiting];
  const company =
    others.length > NAMED
      ? t('status.withMany', { count: others.length })
      : t('status.with', { names: format.list(others) });
  const here = others.length === 0 ? t('status.nobody') : company;
  if (progress !== null && progress.total > 0) return [here, format.percent(progress.done / progress.total)];
  return [here, waiting ?? (lost === 0 ? t('status.shared') : t('status.lost', { count: lost }))];
};
