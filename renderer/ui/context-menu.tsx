import { Menu, Portal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './context-menu.module.css';

/** Where a menu was asked for, in px of the window, and for what. */
export interface MenuPlace<Item> {
  readonly item: Item;
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps<Item> {
  /** Accessible name. */
  readonly label: string;
  readonly place: MenuPlace<Item> | null;
  readonly onClose: () => void;
  /** `Menu.Item`s. */
  readonly children: (item: Item) => ReactNode;
}

/** A menu where the pointer was, or below the row for the keyboard. The focus goes back to where it came from. */
export const ContextMenu = <Item,>({ label, place, onClose, children }: ContextMenuProps<Item>) =>
  place === null ? null : (
    // Not inside whatever asked for it: a table's head would not take a button that is no cell.
    <Portal>
      <OpenMenu key={`${place.x} ${place.y}`} label={label} x={place.x} y={place.y} onClose={onClose}>
        {children(place.item)}
      </OpenMenu>
    </Portal>
  );

interface OpenMenuProps {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const OpenMenu = ({ label, x, y, onClose, children }: OpenMenuProps) => {
  // The grid itself for an opener that its own menu takes away, as a column that is hidden.
  const [homes] = useState(() => [document.activeElement, document.activeElement?.closest('[role="grid"]')]);
  useEffect(
    () => () => {
      // After the menu is gone; unless its item has taken the focus elsewhere.
      window.setTimeout(() => {
        const free = document.activeElement === null || document.activeElement === document.body;
        const home = homes.find((one) => one instanceof HTMLElement && one.isConnected);
        if (free && home instanceof HTMLElement) home.focus({ preventScroll: true });
      });
    },
    [homes],
  );
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={0}
      width={280}
      // Not `keydown`: the very key that opened the menu would close it again.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <button type="button" tabIndex={-1} className={styles.anchor} style={{ left: x, top: y }}>
          {label}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown ?? ''}>{children}</Menu.Dropdown>
    </Menu>
  );
};
