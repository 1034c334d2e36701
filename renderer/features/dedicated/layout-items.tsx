import { Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FormatId } from '#shared/contract/lists.ts';
import { FORMAT_IDS } from '#shared/domain/limits.ts';
import { FORMAT_LAYOUTS } from '../../parts/lists/format-layouts.ts';
import { openLayouts } from '../../parts/lists/layout-store.ts';
import { ActionItem } from '../../ui/menu-action.tsx';

interface LayoutItemsProps {
  readonly proxyIds: readonly number[];
  readonly run: (proxyIds: readonly number[], formatId: FormatId) => Promise<void>;
}

/** Menu items for the layouts in which proxies can be copied or saved. */
export const LayoutItems = ({ proxyIds, run }: LayoutItemsProps) =>
  FORMAT_IDS.map((formatId) => (
    <Menu.Item key={formatId} onClick={() => void run(proxyIds, formatId)}>
      <code>{FORMAT_LAYOUTS[formatId]}</code>
    </Menu.Item>
  ));

/** Opens the dialog for the layouts of other tools and of the reseller's own. */
export const OtherLayoutItem = ({ proxyIds }: Pick<LayoutItemsProps, 'proxyIds'>) => {
  const { t } = useTranslation(['layouts', 'dedicated']);
  const run = () =>
    openLayouts(
      { from: 'proxies', proxyIds: [...proxyIds] },
      t('dedicated:actions.selected', { count: proxyIds.length }),
    );
  return <ActionItem action={{ icon: IconTemplate, label: t('layouts:other'), run }} />;
};
