import { Button, type ButtonProps, type ElementProps } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';

interface MoneyButtonProps extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  /** The whole action with its price, such as "Buy 5 GB residential for 600 ₽". */
  readonly label: string;
  readonly busy?: boolean;
}

/** The only filled button that spends money. Its label names the price and the goods. */
export const MoneyButton = ({ label, busy = false, ...button }: MoneyButtonProps) => (
  <Button variant="filled" size="md" leftSection={<IconCreditCard size={16} aria-hidden />} loading={busy} {...button}>
    {label}
  </Button>
);
