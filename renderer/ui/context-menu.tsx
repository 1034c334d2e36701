import { Menu, Portal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './context-menu.module.css';

/** The item whose menu is open, and the position of the menu in px of the window. */
export interface MenuPlace<Item> {
  readonly item: Item;
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps<Item> {
  /** The accessible name. */
  readonly label: string;
  readonly place: MenuPlace<Item> | null;
  readonly onClose: () => void;
  /** The `Menu.Item`s. */
  readonly children: (item: Item) => ReactNode;
}

/** A menu at the pointer, or below the row for the keyboard. Closing it returns the focus to where it was. */
export const ContextMenu = <Item,>({ label, place, onClose, children }: ContextMenuProps<Item>) =>
  place === null ? null : (
    // The menu cannot stand inside its opener, because a table head may contain only cells.
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
  // The grid itself is the fallback if the menu removes its opener, such as a column that it hides.
  const [homes] = useState(() => [document.activeElement, document.activeElement?.closest('[role="grid"]')]);
  useEffect(
    () => () => {
      // This waits until the menu is gone, and does nothing if a menu item has moved the focus elsewhere.
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
      // With `keydown` the key that opened the menu would close it again.
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
