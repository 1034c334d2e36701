import { Button, type ButtonProps } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNoService } from '../../bridge/service-gap.ts';
import { ServiceHint } from '../../ui/service-hint.tsx';

interface OpenPurchaseProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly label: string;
  /** Where the label alone does not say what of. */
  readonly name?: string;
  readonly withIcon?: boolean;
  /** Whether the dialog is open, where something else can open it, too. */
  readonly state?: readonly [opened: boolean, setOpened: (opened: boolean) => void];
  /**
   * The dialog of the purchase. It goes where the button goes: a button that changes its place with what was bought leaves
   * it out, and shares `state` with a dialog that stays, or the outcome would never be seen.
   */
  readonly dialog?: (dialog: { readonly opened: boolean; readonly onClose: () => void }) => ReactNode;
}

/** The button that opens a purchase: it says why it cannot be used without a network. */
export const OpenPurchase = ({ label, name, withIcon = true, state, dialog, ...button }: OpenPurchaseProps) => {
  const noService = useNoService();
  const own = useState(false);
  const [opened, setOpened] = state ?? own;
  return (
    <>
      <ServiceHint blocked={noService}>
        <Button
          {...button}
          {...(name === undefined ? {} : { 'aria-label': name })}
          leftSection={withIcon ? <IconShoppingCart size={15} aria-hidden /> : null}
          onClick={() => setOpened(true)}
        >
          {label}
        </Button>
      </ServiceHint>
      {dialog?.({ opened, onClose: () => setOpened(false) })}
    </>
  );
};
