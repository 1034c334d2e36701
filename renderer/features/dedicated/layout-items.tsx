import { Menu } from '@mantine/core';
import type { FormatId } from '#shared/contract/lists.ts';
import { FORMAT_IDS } from '#shared/domain/limits.ts';
import { FORMAT_LAYOUTS } from '../../parts/lists/format-layouts.ts';

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
