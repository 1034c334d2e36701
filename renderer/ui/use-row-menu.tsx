import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContextMenu, type MenuPlace } from './context-menu.tsx';

/** Texts have a menu of their own (electron/main/edit-menu.ts): a field, and what is selected. */
const isAboutText = ({ target }: MouseEvent): boolean =>
  (target instanceof Element && target.closest('input, textarea') !== null) ||
  window.getSelection()?.isCollapsed === false;

/**
 * The right click on an item of a list that is no grid, and Shift+F10 or the menu key on anything within it: Chromium
 * tells of all three alike. Spread `on(item)` on the item, and put `menu` behind the list.
 */
export const useRowMenu = <Item,>(items: (item: Item) => ReactNode) => {
  const { t } = useTranslation();
  const [place, setPlace] = useState<MenuPlace<Item> | null>(null);
  const on = (item: Item) => ({
    onContextMenu: (event: MouseEvent) => {
      // A dialog that was opened from the item is not within it, though React tells of its events as if it were.
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
