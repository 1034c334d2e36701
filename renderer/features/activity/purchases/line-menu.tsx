import { IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PurchasesLine } from '#shared/contract/runs.ts';
import { chargeReason } from '#shared/domain/charge-words.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useTexts } from '../../../i18n/use-language.ts';
import { go } from '../../../nav/router.ts';
import { OpenClientItem } from '../../../parts/clients/open-client-item.tsx';
import { CopyRowItem } from '../../../ui/copy-row-item.tsx';
import { ActionItem } from '../../../ui/menu-action.tsx';
import { labelOf, purchaseOf } from './line-columns.tsx';

interface PurchasesLineMenuProps {
  readonly line: PurchasesLine;
  /** Waiting lines will never be sent. */
  readonly isClosed: boolean;
}

/** The context menu of a line in a plan or a run. */
export const PurchasesLineMenu = ({ line, isClosed }: PurchasesLineMenuProps) => {
  const { t } = useTranslation('runPurchases');
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
          rowClientLabel(line),
          line.target,
          price,
          labelOf(line, words, isClosed),
          chargeReason(line, words, format.dateTime),
        ]}
      />
    </>
  );
};
