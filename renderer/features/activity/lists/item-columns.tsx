import { IconAlertTriangle, IconDeviceFloppy, IconLoader2, IconPlayerSkipForward } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ListsLine } from '#shared/contract/runs.ts';
import { clientOfRow, rowClientLabel, wholeClientLabel } from '#shared/domain/client-label.ts';
import { leftOutText } from '#shared/domain/left-out-text.ts';
import type { ListsLineState } from '#shared/domain/lists-run.ts';
import { translatorIn } from '../../../i18n/i18n.ts';
import { shownLanguage } from '../../../i18n/use-language.ts';
import type { GridColumn } from '../../../ui/grid-column.ts';
import { OUTCOME_STYLES } from '../../../ui/outcome-styles.ts';
import { StatusChip, type StatusStyle } from '../../../ui/status-chip.tsx';

const STATUS_STYLES: Readonly<Record<ListsLineState, StatusStyle>> = {
  waiting: OUTCOME_STYLES.waiting,
  running: { tone: 'info', icon: IconLoader2 },
  done: OUTCOME_STYLES.done,
  partial: { tone: 'warn', icon: IconAlertTriangle },
  unsaved: { tone: 'bad', icon: IconDeviceFloppy },
  failed: OUTCOME_STYLES.failed,
  skipped: { tone: 'mute', icon: IconPlayerSkipForward },
};

/** Says why a line is incomplete or failed, with the service's own words; empty if there was no problem. */
export const listsReasonOf = ({ problem, leftOut }: ListsLine, t: TFunction<['runLists', 'runs']>): string => {
  if (problem === null) return '';
  const why = t(`runLists:problems.${problem.code}`);
  const words = translatorIn(shownLanguage());
  const proxies = leftOut.map((one) => leftOutText(one, words));
  return [problem.words === '' ? why : `${why}: ${problem.words}`, ...proxies].join('. ');
};

const hasBegun = ({ state, lines }: ListsLine): boolean => lines > 0 || (state !== 'waiting' && state !== 'skipped');

/** The columns for the clients or lists of a run and their results. */
export const itemColumns = (
  t: TFunction<['runLists', 'common', 'runs', 'lists']>,
): readonly GridColumn<ListsLine>[] => [
  {
    id: 'client',
    header: t('common:words.client'),
    width: 180,
    minWidth: 120,
    grow: true,
    render: (item) => <bdi>{rowClientLabel(item) || t('runs:run.removedClient')}</bdi>,
    title: (item) => wholeClientLabel(clientOfRow(item)),
  },
  {
    id: 'state',
    header: t('common:words.state'),
    width: 130,
    render: (item) => <StatusChip {...STATUS_STYLES[item.state]} label={t(`runLists:states.${item.state}`)} />,
  },
  {
    id: 'lines',
    header: t('common:words.lines'),
    width: 110,
    align: 'end',
    render: (item) => (hasBegun(item) ? t('runLists:linesOf', { lines: item.lines, asked: item.asked }) : ''),
  },
  {
    id: 'file',
    header: t('lists:columns.file'),
    width: 180,
    grow: true,
    render: (item) => <bdi>{item.fileName}</bdi>,
    title: (item) => item.fileName,
  },
  {
    id: 'reason',
    header: t('common:words.reason'),
    width: 380,
    grow: true,
    render: (item) => listsReasonOf(item, t),
    title: (item) => listsReasonOf(item, t),
  },
];
