import { Menu } from '@mantine/core';
import { IconCopy, IconReceipt, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BulkLine } from '#shared/contract/bulk.ts';
import { go } from '../../app/router.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { copyText } from '../../ui/copy-text.ts';
import { reasonOf } from './line-columns.tsx';

const ICON = { size: 15, 'aria-hidden': true } as const;

/** The ways from a line of a plan or a run, and what it says, behind the right click. */
export const BulkLineMenu = ({ line }: { readonly line: BulkLine }) => {
  const { t } = useTranslation(['bulk', 'lists', 'common']);
  const format = useFormat();
  const { clientId, purchaseId } = line;
  const price = line.priceKopecks === null ? '' : format.roubles(line.priceKopecks);
  const words = [line.clientName, line.target, price, t(`bulk:states.${line.state}`), reasonOf(line, t)];
  return (
    <>
      {clientId === null ? null : (
        <Menu.Item leftSection={<IconUser {...ICON} />} onClick={() => go('clients', { clientId })}>
          {t('lists:openClient')}
        </Menu.Item>
      )}
      {purchaseId === null ? null : (
        <Menu.Item leftSection={<IconReceipt {...ICON} />} onClick={() => go('purchases', { purchaseId })}>
          {t('bulk:openPurchase')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconCopy {...ICON} />}
        onClick={() => copyText(words.filter((text) => text !== '').join('\t'))}
      >
        {t('common:grid.copyRow')}
      </Menu.Item>
    </>
  );
};
