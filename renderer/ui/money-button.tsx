import { Button } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';

interface MoneyButtonProps {
  /** The whole deed with its price, e.g. "Buy 5 GB residential for 600 ₽": what is read before it is pressed. */
  readonly label: string;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly fullWidth?: boolean;
}

/** The only filled button that spends: price and goods are on the button itself. */
export const MoneyButton = ({ label, busy, disabled, onClick, fullWidth }: MoneyButtonProps) => (
  <Button
    variant="filled"
    size="md"
    leftSection={<IconCreditCard size={16} aria-hidden />}
    loading={busy === true}
    disabled={disabled === true}
    fullWidth={fullWidth === true}
    onClick={onClick}
  >
    {label}
  </Button>
);
