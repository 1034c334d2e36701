import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface MoneyDialogProps {
  readonly title: string;
  /** While money moves: Esc does nothing. */
  readonly locked: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Inside a `Modal.Root`: a dialog that Esc closes, but never while a purchase is under way. */
export const MoneyDialog = ({ title, locked, onClose, children }: MoneyDialogProps) => (
  <Modal.Content
    onKeyDown={(event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || locked) return;
      event.stopPropagation();
      onClose();
    }}
  >
    <Modal.Header>
      <Modal.Title>{title}</Modal.Title>
    </Modal.Header>
    <Modal.Body>{children}</Modal.Body>
  </Modal.Content>
);
