import { IconAlertTriangle, IconCircleX, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ExpiryClass, expiryOf } from '#shared/domain/expiry.ts';
import type { Format } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { StatusChip, type StatusStyle } from '../../ui/status-chip.tsx';
import { useNow } from '../../ui/use-now.ts';

const EXPIRY_STYLES: Readonly<Record<Exclude<ExpiryClass, 'later'>, StatusStyle>> = {
  expired: { tone: 'bad', icon: IconCircleX },
  'one-day': { tone: 'bad', icon: IconAlertTriangle },
  'three-days': { tone: 'warn', icon: IconClock },
  'seven-days': { tone: 'info', icon: IconClock },
};

interface ExpiryLabelProps {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly now: number;
  readonly format: Format;
  /** Tooltip. */
  readonly title?: string;
}

/** How long until the end, or since, seen from `now`: for a grid, which has one clock and one format for all rows. */
export const ExpiryLabel = ({ at, now, format, title }: ExpiryLabelProps) => {
  const { urgency, days } = expiryOf(at, now);
  const words = days === 0 ? format.relativeShort(at, now) : format.daysAway(days);
  const tooltip = title === undefined ? {} : { title };
  if (urgency === 'later') return <span {...tooltip}>{words}</span>;
  return <StatusChip {...EXPIRY_STYLES[urgency]} label={words} {...tooltip} />;
};

interface ExpiryTextProps {
  /** Milliseconds UTC. */
  readonly at: number;
  /** The service says that it has ended: then no time is left, whatever this computer's clock says. */
  readonly isOver?: boolean;
}

/** How long until the end, or since: days of the calendar, and hours on the last day. Renews itself. */
export const ExpiryText = ({ at, isOver = false }: ExpiryTextProps) => {
  const format = useFormat();
  const { t } = useTranslation('vpn');
  const now = useNow();
  if (isOver && at > now) {
    return <StatusChip {...EXPIRY_STYLES.expired} label={t('ended')} title={format.exact(at)} />;
  }
  return <ExpiryLabel at={at} now={now} format={format} title={format.exact(at)} />;
};
