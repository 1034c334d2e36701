import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface FormDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly size?: number;
  /** It cannot be left: what is under way goes on in any case. */
  readonly busy?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * What is typed here is a secret, or long: neither a click beside it nor Esc loses it, and when the dialog is closed it is
 * gone.
 */
export const FormDialog = ({ opened, title, size = 520, busy = false, onClose, children }: FormDialogProps) => {
  const [isTyped, setTyped] = useState(false);
  if (!opened && isTyped) setTyped(false);
  return (
    <Modal
      opened={opened}
      onClose={() => !busy && onClose()}
      title={title}
      size={size}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={!busy && !isTyped}
    >
      {opened ? <div onInput={() => setTyped(true)}>{children}</div> : null}
    </Modal>
  );
};
