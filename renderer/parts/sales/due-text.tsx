import { IconAlertTriangle } from '@tabler/icons-react';
import i18next from 'i18next';
import type { Format } from '../../i18n/format.ts';
import { StatusChip } from '../../ui/status-chip.tsx';

interface DueTextProps {
  readonly day: string;
  /** YYYY-MM-DD. */
  readonly today: string;
  readonly format: Format;
}

/** Says when a payment is due, and whether it is late. The grid passes the formatter for all its rows. */
export const DueText = ({ day, today, format }: DueTextProps) => {
  const text = format.day(day);
  if (day >= today) return text;
  return <StatusChip tone="bad" icon={IconAlertTriangle} label={i18next.t('sales:debts.late', { day: text })} />;
};
