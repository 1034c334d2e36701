import { Modal } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';

/** Lets the content of a dialog hold the dialog open. */
export const Hold = createContext<(isHeld: boolean) => void>(() => undefined);

/** Keeps the surrounding dialog open while `isHeld` is true. */
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
  /** Closing the dialog unmounts its content, and so discards typed texts and errors. */
  readonly children: ReactNode;
}

/** A dialog for typing secrets or long texts. Neither a click outside nor Esc discards them. */
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
