import { IconClockHour4, IconClockQuestion, IconClockX, IconWorldQuestion } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { type ExpiryClass, expiryOf } from '#shared/domain/expiry.ts';
import type { Format } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useSettings } from '../../parts/settings/settings-store.ts';
import type { Tone } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './dedicated.module.css';

type Dated = Pick<DedicatedProxy, 'dateEnd' | 'dateSource' | 'expiresAt'>;

const TONES: Readonly<Record<Exclude<ExpiryClass, 'later'>, Tone>> = {
  expired: 'bad',
  'one-day': 'bad',
  'three-days': 'warn',
  'seven-days': 'info',
};

/** The words for dates in cells, made once for all rows of a grid. */
interface DateWords {
  readonly t: TFunction<['dedicated', 'purchases']>;
  readonly format: Format;
  /**
   * A sentence about why a date of the service is uncertain: its zone is assumed, it was computed, or it is unreadable.
   */
  readonly doubt: (proxy: Dated) => string;
}

/** The result stays the same until the language or the assumed zone changes. */
export const useDateWords = (): DateWords => {
  const { t } = useTranslation(['dedicated', 'purchases']);
  const format = useFormat();
  const zone = useSettings(({ settings }) => settings?.assumedZone ?? '');
  return useMemo(() => {
    const doubt = ({ dateEnd, dateSource, expiresAt }: Dated): string => {
      const isTyped = dateSource === 'typed';
      if (dateEnd === null) return isTyped ? t('zone.noneTyped') : t('zone.none');
      if (expiresAt === null) return t('zone.unreadable', { raw: dateEnd });
      if (isTyped) return t('zone.typed', { zone });
      const assumed = t('zone.help', { raw: dateEnd, zone });
      return dateSource === 'computed' ? `${t('zone.computed')} ${assumed}` : assumed;
    };
    return { t, format, doubt };
  }, [t, format, zone]);
};

interface DateCellProps {
  readonly proxy: Dated;
  readonly words: DateWords;
}

/** The date in local time, with a mark if its zone is assumed. Without a date there is no zone to assume. */
export const ExpiryDate = ({ proxy, words: { t, format, doubt } }: DateCellProps) => {
  const computed = proxy.dateSource === 'computed';
  const IconOf = computed ? IconClockQuestion : IconWorldQuestion;
  return (
    <span className={styles.date} title={doubt(proxy)}>
      {proxy.expiresAt === null ? (proxy.dateEnd ?? '—') : format.dateTime(proxy.expiresAt)}
      {proxy.dateEnd === null ? null : (
        <IconOf
          size={13}
          stroke={1.6}
          className="dim"
          role="img"
          aria-label={computed ? t('zone.computedMark') : t('zone.mark')}
        />
      )}
    </span>
  );
};

/** A word that says why the date is uncertain, with a sentence in the tooltip. */
export const DateMark = ({ proxy }: { readonly proxy: Dated }) => {
  const words = useDateWords();
  const { t } = words;
  const doubt = words.doubt(proxy);
  if (proxy.expiresAt === null) return <StatusChip tone="warn" label={t('left.unknown')} title={doubt} />;
  return proxy.dateSource === 'computed' ? (
    <StatusChip tone="warn" icon={IconClockQuestion} label={t('zone.computedMark')} title={doubt} />
  ) : (
    <StatusChip tone="mute" icon={IconWorldQuestion} label={t('zone.mark')} title={doubt} />
  );
};

/** The remaining days, coloured if urgent. `now` is in ms. */
export const DaysLeft = ({ proxy, now, words: { t } }: DateCellProps & { readonly now: number }) => {
  if (proxy.expiresAt === null) return <StatusChip tone="warn" icon={IconClockQuestion} label={t('left.unknown')} />;
  const { urgency, days } = expiryOf(proxy.expiresAt, now);
  const label =
    urgency === 'expired' ? t('left.expired') : days <= 0 ? t('left.today') : t('purchases:days', { count: days });
  // Among hundreds of rows, only those that need attention stand out.
  if (urgency === 'later') return <span className="dim">{label}</span>;
  return <StatusChip tone={TONES[urgency]} icon={urgency === 'expired' ? IconClockX : IconClockHour4} label={label} />;
};
