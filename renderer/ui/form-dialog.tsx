import { Modal } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';

/** By which what is within a dialog holds it. */
export const Hold = createContext<(isHeld: boolean) => void>(() => undefined);

/** Within a dialog: while this is so it cannot be left. */
export const useHeldDialog = (isHeld: boolean): void => {
  const hold = useContext(Hold);
  useLayoutEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
};

interface FormDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly size?: number;
  readonly onClose: () => void;
  /** What is typed and what went wrong is gone with it when the dialog is closed. */
  readonly children: ReactNode;
}

/** What is typed here is a secret, or long: neither a click beside it nor Esc loses it. */
export const FormDialog = ({ opened, title, size = 520, onClose, children }: FormDialogProps) => {
  const [isTyped, setTyped] = useState(false);
  const [isHeld, setHeld] = useState(false);
  if (!opened && isTyped) setTyped(false);
  return (
    <Modal
      opened={opened}
      onClose={() => !isHeld && onClose()}
      title={title}
      size={size}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={!isHeld && !isTyped}
    >
      <Hold value={setHeld}>{opened ? <div onInput={() => setTyped(true)}>{children}</div> : null}</Hold>
    </Modal>
  );
};
