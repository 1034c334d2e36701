import { IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BulkLine } from '#shared/contract/bulk.ts';
import { bulkReason } from '#shared/domain/bulk-words.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-language.ts';
import { go } from '../../nav/router.ts';
import { CopyRowItem } from '../../ui/copy-row-item.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { OpenClientItem } from '../clients/open-client-item.tsx';
import { labelOf, purchaseOf } from './line-columns.tsx';

interface BulkLineMenuProps {
  readonly line: BulkLine;
  /** What still waits is not sent any more. */
  readonly isClosed: boolean;
}

/** The ways from a line of a plan or a run, and what it says, behind the right click. */
export const BulkLineMenu = ({ line, isClosed }: BulkLineMenuProps) => {
  const { t } = useTranslation('bulk');
  const words = useTexts();
  const format = useFormat();
  const { clientId } = line;
  const purchaseId = purchaseOf(line);
  const price = line.priceKopecks === null ? '' : format.roubles(line.priceKopecks);
  return (
    <>
      {clientId === null ? null : <OpenClientItem clientId={clientId} />}
      {purchaseId === null ? null : (
        <ActionItem
          action={{ icon: IconReceipt, label: t('openPurchase'), run: () => go('purchases', { purchaseId }) }}
        />
      )}
      <CopyRowItem
        cells={[
          line.clientName,
          line.target,
          price,
          labelOf(line, words, isClosed),
          bulkReason(line, words, format.dateTime),
        ]}
      />
    </>
  );
};
