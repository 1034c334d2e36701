import { IconRefresh, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useWords } from '../../i18n/words.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { go } from '../../nav/router.ts';
import { kindView } from '../../parts/products/index.ts';
import { useOrderText } from '../../parts/purchases/order-text.ts';
import { nameOf } from '../../parts/purchases/purchase-state.tsx';
import { useCopyRow } from '../../ui/copy-row-item.tsx';
import { canCheck, useCheck } from './check-now.tsx';

/** The actions on one purchase, for the context menu and the palette alike. */
export const usePurchaseActions = (purchase: Purchase): readonly MenuAction[] => {
  const { t } = useTranslation(['purchases', 'ledger', 'common']);
  const noService = useNoService();
  const format = useFormat();
  const words = useWords();
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
  const goodsAction = goods === null ? null : kindView(goods).goodsAction;
  if (goodsAction !== null) actions.push(goodsAction(purchaseId, words));
  return [...actions, copyRow];
};
