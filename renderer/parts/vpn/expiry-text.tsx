import { IconAlertTriangle, IconCircleX, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ExpiryClass, expiryOf } from '#shared/domain/expiry.ts';
import { localDay, midnightOf } from '#shared/domain/local-date.ts';
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
  /** Milliseconds since the epoch, UTC. */
  readonly at: number;
  readonly now: number;
  readonly format: Format;
  readonly title?: string;
}

/** Says how long it is until the end, or since then. For a grid, which has one clock and one formatter for all rows. */
export const ExpiryLabel = ({ at, now, format, title }: ExpiryLabelProps) => {
  const { urgency, days } = expiryOf(at, now);
  const words = days === 0 ? format.relativeShort(at, now) : format.daysAway(days);
  const tooltip = title === undefined ? {} : { title };
  if (urgency === 'later') return <span {...tooltip}>{words}</span>;
  return <StatusChip {...EXPIRY_STYLES[urgency]} label={words} {...tooltip} />;
};

interface LastDayLabelProps {
  /** YYYY-MM-DD, the last day that counts. */
  readonly day: string;
  readonly now: number;
  readonly format: Format;
  readonly title?: string;
}

/** Names the last day of something, and marks it if it is near or has passed. For a grid, like `ExpiryLabel`. */
export const LastDayLabel = ({ day, now, format, title }: LastDayLabelProps) => {
  const end = midnightOf(day, 1);
  const tooltip = title === undefined ? {} : { title };
  const urgency = end === undefined ? 'later' : expiryOf(end - 1, now).urgency;
  if (urgency === 'later') return <span {...tooltip}>{format.day(day)}</span>;
  return <StatusChip {...EXPIRY_STYLES[urgency]} label={format.day(day)} {...tooltip} />;
};

/** Returns how many days of the calendar it is until a day (YYYY-MM-DD), or since then, as a text. */
export const daysUntil = (day: string, now: number, format: Format): string => {
  const at = midnightOf(day);
  return at === undefined ? '' : format.daysAway(localDay(at) - localDay(now));
};

interface ExpiryTextProps {
  /** Milliseconds since the epoch, UTC. */
  readonly at: number;
  /** The service says that it has ended, whatever this computer's clock says. */
  readonly isOver?: boolean;
}

/** Says how long it is until the end, or since then, in calendar days and on the last day in hours. Updates itself. */
export const ExpiryText = ({ at, isOver = false }: ExpiryTextProps) => {
  const format = useFormat();
  const { t } = useTranslation('vpn');
  const now = useNow();
  if (isOver && at > now) {
    return <StatusChip {...EXPIRY_STYLES.expired} label={t('ended')} title={format.exact(at)} />;
  }
  return <ExpiryLabel at={at} now={now} format={format} title={format.exact(at)} />;
};
