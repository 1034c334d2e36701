import {
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconCircleX,
  IconHelpCircle,
  IconMinus,
  IconPackageOff,
  IconPlayerSkipForward,
  IconSend,
} from '@tabler/icons-react';
import type { BulkLine, BulkRun, ChargeState } from '#shared/contract/bulk.ts';
import { bulkReason, bulkStateName } from '#shared/domain/bulk-words.ts';
import type { Translate } from '#shared/texts/translate.ts';
import type { Format } from '../../i18n/format.ts';
import type { GridColumn } from '../../ui/grid-column.ts';
import { type Face, StatusChip } from '../../ui/status-chip.tsx';
import { LinkedReason } from './linked-reason.tsx';

const FACES: Readonly<Record<ChargeState, Face>> = {
  waiting: { tone: 'mute', icon: IconCircleDashed },
  buying: { tone: 'info', icon: IconSend },
  done: { tone: 'ok', icon: IconCheck },
  'goods-missing': { tone: 'bad', icon: IconPackageOff },
  rejected: { tone: 'bad', icon: IconCircleX },
  'not-charged': { tone: 'mute', icon: IconMinus },
  unknown: { tone: 'warn', icon: IconHelpCircle },
  skipped: { tone: 'warn', icon: IconPlayerSkipForward },
  cannot: { tone: 'mute', icon: IconBan },
};

/** `isClosed`: what still waits is not sent any more. */
export const labelOf = (line: Pick<BulkLine, 'state' | 'basis'>, t: Translate<'bulk'>, isClosed: boolean): string =>
  isClosed && line.state === 'waiting' ? t('bulk:notSent') : bulkStateName(line, t);

/** The purchase of the line, or the earlier one that holds it back. */
export const purchaseOf = ({ purchaseId, problem }: BulkLine): number | null =>
  purchaseId ?? problem?.purchaseId ?? null;

/** The lines of a plan or a run. */
export const lineColumns = (
  kind: BulkRun['params']['kind'],
  t: Translate<'bulk'>,
  format: Format,
  /** What still waits is not sent any more. */
  isClosed: boolean,
): readonly GridColumn<BulkLine>[] => {
  const nobody = kind === 'dedicated-prolong' ? t('bulk:nobody') : t('bulk:removedClient');
  const who = (line: BulkLine): string => (line.clientName === '' ? nobody : line.clientName);
  const client: GridColumn<BulkLine> = {
    id: 'client',
    header: t('bulk:columns.client'),
    width: 180,
    minWidth: 120,
    grow: true,
    render: (line) => <bdi>{who(line)}</bdi>,
    title: (line) => (line.clientKey === null ? who(line) : `${who(line)} · ${line.messengerId} · ${line.clientKey}`),
  };
  const target: GridColumn<BulkLine> = {
    id: 'target',
    header: t(kind === 'dedicated-prolong' ? 'bulk:columns.proxy' : 'bulk:columns.subscription'),
    width: kind === 'vpn-renew' ? 110 : 170,
    render: (line) => (kind === 'vpn-renew' ? line.target.slice(0, 8) : line.target),
    title: (line) => line.target,
  };
  const ends: GridColumn<BulkLine> = {
    id: 'ends',
    header: t('bulk:columns.ends'),
    width: 110,
    render: (line) => (line.expiresAt === null ? '' : format.date(line.expiresAt)),
    title: (line) => (line.expiresAt === null ? '' : format.exact(line.expiresAt)),
  };
  const reason = (line: BulkLine): string => bulkReason(line, t, format.dateTime);
  return [
    client,
    ...(kind === 'traffic' ? [] : [target, ends]),
    {
      id: 'price',
      header: t('bulk:columns.price'),
      width: 110,
      align: 'end',
      render: (line) =>
        line.priceKopecks === null ? (line.state === 'cannot' ? '' : '—') : format.roubles(line.priceKopecks),
    },
    {
      id: 'state',
      header: t('bulk:columns.state'),
      width: 215,
      render: (line) => <StatusChip {...FACES[line.state]} label={labelOf(line, t, isClosed)} />,
    },
    {
      id: 'reason',
      header: t('bulk:columns.reason'),
      width: 300,
      grow: true,
      render: (line) => <LinkedReason line={line} text={reason(line)} label={t('bulk:thatPurchase')} />,
      title: reason,
    },
  ];
};
