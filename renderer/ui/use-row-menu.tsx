import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContextMenu, type MenuPlace } from './context-menu.tsx';

/** Text fields and selected text have a menu of their own (electron/main/edit-menu.ts). */
const isAboutText = ({ target }: MouseEvent): boolean =>
  (target instanceof Element && target.closest('input, textarea') !== null) ||
  window.getSelection()?.isCollapsed === false;

/**
 * The context menu of items that are not in a grid, for the right click, Shift+F10 and the menu key: Chromium reports
 * all three alike. Spread `on(item)` on the item, and place `menu` behind the list.
 */
export const useRowMenu = <Item,>(items: (item: Item) => ReactNode) => {
  const { t } = useTranslation();
  const [place, setPlace] = useState<MenuPlace<Item> | null>(null);
  const on = (item: Item) => ({
    onContextMenu: (event: MouseEvent) => {
      // React also reports events of a dialog that was opened from the item, although the dialog is not inside it.
      if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
      if (isAboutText(event)) return;
      event.preventDefault();
      setPlace({ item, x: event.clientX, y: event.clientY });
    },
  });
  const menu = (
    <ContextMenu label={t('grid.menu')} place={place} onClose={() => setPlace(null)}>
      {items}
    </ContextMenu>
  );
  return { on, menu };
};
