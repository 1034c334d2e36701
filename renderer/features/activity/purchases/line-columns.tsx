import { IconBan, IconPlayerSkipForward } from '@tabler/icons-react';
import type { ChargeState, PurchasesLine, PurchasesParams } from '#shared/contract/runs.ts';
import { chargeReason, chargeStateName } from '#shared/domain/charge-words.ts';
import { clientOfRow, rowClientLabel, wholeClientLabel } from '#shared/domain/client-label.ts';
import type { Translate } from '#shared/texts/translate.ts';
import type { Words } from '../../../i18n/words.ts';
import { go } from '../../../nav/router.ts';
import { bulkView } from '../../../parts/products/index.ts';
import type { GridColumn } from '../../../ui/grid-column.ts';
import { OUTCOME_STYLES } from '../../../ui/outcome-styles.ts';
import { StatusChip, type StatusStyle } from '../../../ui/status-chip.tsx';
import { TextLink } from '../../../ui/text-link.tsx';

const STATUS_STYLES: Readonly<Record<ChargeState, StatusStyle>> = {
  waiting: OUTCOME_STYLES.waiting,
  buying: OUTCOME_STYLES.sent,
  done: OUTCOME_STYLES.done,
  'not-as-ordered': OUTCOME_STYLES.notAsOrdered,
  'goods-missing': OUTCOME_STYLES.goodsMissing,
  rejected: OUTCOME_STYLES.failed,
  'not-charged': OUTCOME_STYLES.nothing,
  unknown: OUTCOME_STYLES.unknown,
  skipped: { tone: 'warn', icon: IconPlayerSkipForward },
  cannot: { tone: 'mute', icon: IconBan },
};

/** The label of a line. `isClosed` means that waiting lines will never be sent. */
export const labelOf = (
  line: Pick<PurchasesLine, 'state' | 'basis'>,
  t: Translate<'runPurchases' | 'runs' | 'common'>,
  isClosed: boolean,
): string => (isClosed && line.state === 'waiting' ? t('runPurchases:notSent') : chargeStateName(line, t));

/** The purchase of the line, or the earlier purchase that blocks it. */
export const purchaseOf = ({ purchaseId, problem }: PurchasesLine): number | null =>
  purchaseId ?? problem?.purchaseId ?? null;

interface LinkedReasonProps {
  readonly line: PurchasesLine;
  readonly text: string;
  /** The label of the link to the purchase. */
  readonly label: string;
}

/** Says why a line is not done, and links the earlier purchase that blocks it or came first. */
const LinkedReason = ({ line: { problem }, text, label }: LinkedReasonProps) => {
  const purchaseId = problem?.purchaseId;
  if (purchaseId === undefined) return text;
  return (
    <>
      <TextLink onGo={() => go('purchases', { purchaseId })}>{label}</TextLink> {text}
    </>
  );
};

/** The columns for the lines of a plan or a run. */
export const purchaseLineColumns = (
  kind: PurchasesParams['kind'],
  words: Words,
  /** Waiting lines will never be sent. */
  isClosed: boolean,
): readonly GridColumn<PurchasesLine>[] => {
  const { t, format } = words;
  const { targetColumn } = bulkView(kind);
  const nobody = bulkView(kind).takes === 'proxies' ? t('runPurchases:nobody') : t('runs:run.removedClient');
  const client: GridColumn<PurchasesLine> = {
    id: 'client',
    header: t('common:words.client'),
    width: 220,
    minWidth: 120,
    grow: true,
    render: (line) => <bdi>{rowClientLabel(line) || nobody}</bdi>,
    title: (line) => wholeClientLabel(clientOfRow(line)) || nobody,
  };
  const ends: GridColumn<PurchasesLine> = {
    id: 'ends',
    header: t('runPurchases:columns.ends'),
    width: 110,
    render: (line) => (line.expiresAt === null ? '' : format.date(line.expiresAt)),
    title: (line) => (line.expiresAt === null ? '' : format.exact(line.expiresAt)),
  };
  const targets: readonly GridColumn<PurchasesLine>[] =
    targetColumn === null
      ? []
      : [
          {
            id: 'target',
            header: targetColumn.header(words),
            width: targetColumn.width,
            render: (line) => targetColumn.text(line.target),
            title: (line) => line.target,
          },
          ends,
        ];
  const reason = (line: PurchasesLine): string => chargeReason(line, t, format.dateTime);
  return [
    client,
    ...targets,
    {
      id: 'price',
      header: t('common:words.price'),
      width: 110,
      align: 'end',
      render: (line) =>
        line.priceKopecks === null ? (line.state === 'cannot' ? '' : '—') : format.roubles(line.priceKopecks),
    },
    {
      id: 'state',
      header: t('common:words.state'),
      width: 204,
      render: (line) => <StatusChip {...STATUS_STYLES[line.state]} label={labelOf(line, t, isClosed)} />,
    },
    {
      id: 'reason',
      header: t('common:words.reason'),
      width: 220,
      grow: true,
      render: (line) => <LinkedReason line={line} text={reason(line)} label={t('runPurchases:thatPurchase')} />,
      title: reason,
    },
  ];
};
