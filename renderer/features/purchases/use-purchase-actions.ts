import { IconRefresh, IconServer2, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { useOrderText } from '../../parts/purchases/order-text.ts';
import { nameOf } from '../../parts/purchases/purchase-state.tsx';
import { useCopyRow } from '../../ui/copy-row-item.tsx';
import { canCheck, useCheck } from './check-now.tsx';

/** The actions on one purchase, for the context menu and the palette alike. */
export const usePurchaseActions = (purchase: Purchase): readonly MenuAction[] => {
  const { t } = useTranslation(['purchases', 'ledger', 'common']);
  const noService = useNoService();
  const format = useFormat();
  const orderText = useOrderText();
  const { check } = useCheck(purchase.id);
  const { id: purchaseId, clientId, goods } = purchase;
  const copyRow = useCopyRow([
    format.exact(purchase.createdAt),
    rowClientLabel(purchase),
    orderText(purchase.order),
    format.roubles(purchase.chargedKopecks ?? purchase.priceKopecks),
    t(`purchases:standings.${nameOf(purchase)}`),
  ]);
  const actions: MenuAction[] = [];
  if (canCheck(purchase)) {
    actions.push({ icon: IconRefresh, label: t('ledger:check.one'), noService, run: () => void check() });
  }
  if (clientId !== null) {
    actions.push({ icon: IconUser, label: t('common:words.openClient'), run: () => go('clients', { clientId }) });
  }
  if (goods?.kind === 'dedicated' || goods?.kind === 'dedicated-prolong') {
    const showProxies = () => go('dedicated', { filter: { purchaseId } });
    actions.push({ icon: IconServer2, label: t('purchases:menu.showProxies'), run: showProxies });
  }
  return [...actions, copyRow];
};
