import { Menu } from '@mantine/core';
import { IconCopy, IconRefresh, IconServer2, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { go } from '../../app/router.ts';
import { useNoService } from '../../app/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { copyText } from '../../ui/copy-text.ts';
import { DeedItem } from '../../ui/deed.tsx';
import { ICON } from '../../ui/menu-icon.ts';
import { useCheck } from './check-now.tsx';
import { useOrderText } from './order-text.ts';

/** What can be done with one purchase, behind the right click. */
export const PurchaseMenuItems = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation(['purchases', 'ledger']);
  const noService = useNoService();
  const format = useFormat();
  const orderText = useOrderText();
  const { check } = useCheck(purchase.id);
  const { clientId, goods } = purchase;
  const line = [
    format.exact(purchase.createdAt),
    purchase.clientName,
    orderText(purchase.order),
    format.roubles(purchase.chargedKopecks ?? purchase.priceKopecks),
    t(`purchases:states.${purchase.state}`),
  ];
  return (
    <>
      {purchase.state === 'unknown' ? (
        <DeedItem deed={{ icon: IconRefresh, label: t('ledger:check.one'), noService, run: () => void check() }} />
      ) : null}
      {clientId === null ? null : (
        <Menu.Item leftSection={<IconUser {...ICON} />} onClick={() => go('clients', { clientId })}>
          {t('purchases:detail.openClient')}
        </Menu.Item>
      )}
      {goods?.kind === 'dedicated' ? (
        <Menu.Item
          leftSection={<IconServer2 {...ICON} />}
          onClick={() => go('dedicated', { filter: { purchaseId: purchase.id } })}
        >
          {t('purchases:menu.showProxies')}
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<IconCopy {...ICON} />}
        onClick={() => copyText(line.filter((part) => part !== '').join('\t'))}
      >
        {t('purchases:menu.copyRow')}
      </Menu.Item>
    </>
  );
};
