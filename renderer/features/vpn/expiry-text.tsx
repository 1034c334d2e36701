import { type Icon, IconAlertTriangle, IconCircleX, IconClock } from '@tabler/icons-react';
import { type ExpiryClass, expiryOf } from '#shared/domain/expiry.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { Tone } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNow } from '../../ui/use-now.ts';

const LOOKS: Readonly<Record<Exclude<ExpiryClass, 'later'>, { readonly tone: Tone; readonly icon: Icon }>> = {
  expired: { tone: 'bad', icon: IconCircleX },
  'one-day': { tone: 'bad', icon: IconAlertTriangle },
  'three-days': { tone: 'warn', icon: IconClock },
  'seven-days': { tone: 'info', icon: IconClock },
};

interface ExpiryTextProps {
  /** Milliseconds UTC. */
  readonly at: number;
}

/** How long until the end, or since: days of the calendar, and hours on the last day. Renews itself. */
export const ExpiryText = ({ at }: ExpiryTextProps) => {
  const format = useFormat();
  const now = useNow();
  const { urgency, days } = expiryOf(at, now);
  const words = days === 0 ? format.relative(at, now) : format.daysAway(days);
  if (urgency === 'later') return <span title={format.exact(at)}>{words}</span>;
  return <StatusChip {...LOOKS[urgency]} label={words} title={format.exact(at)} />;
};
