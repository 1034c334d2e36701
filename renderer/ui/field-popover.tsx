import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';

interface FieldPopoverProps {
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly label: string;
  readonly target: ReactNode;
  readonly children: ReactNode;
}

/** Fields in a popover below a button. Esc that ends typing in one of them does not close the popover. */
export const FieldPopover = ({ opened, onChange, label, target, children }: FieldPopoverProps) => (
  <Popover
    opened={opened}
    onChange={onChange}
    position="bottom-start"
    width={300}
    trapFocus
    returnFocus
    // Mantine would close it before the fields get the key.
    closeOnEscape={false}
  >
    <Popover.Target>{target}</Popover.Target>
    <Popover.Dropdown
      aria-label={label}
      className="stack"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onChange(false);
      }}
    >
      {children}
    </Popover.Dropdown>
  </Popover>
);
