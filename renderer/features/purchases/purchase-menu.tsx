import { Menu } from '@mantine/core';
import { IconCopy, IconRefresh, IconServer2, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { go } from '../../app/router.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useCheck } from './check-now.tsx';
import { useOrderText } from './order-text.ts';

const ICON = { size: 15, 'aria-hidden': true } as const;

/** What can be done with one purchase, behind the right click. */
export const PurchaseMenuItems = ({ purchase }: { readonly purchase: Purchase }) => {
  const { t } = useTranslation(['purchases', 'ledger']);
  const offline = useIsOffline();
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
        <Menu.Item leftSection={<IconRefresh {...ICON} />} disabled={offline} onClick={() => void check()}>
          {t('ledger:check.one')}
        </Menu.Item>
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
