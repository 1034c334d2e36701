import { Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { useNow } from './use-now.ts';

interface AgeProps {
  /** Milliseconds UTC; `null` when it was never read. */
  readonly at: number | null;
  /** `as-of` (default): "as of 14:05". `relative`: "2 hours ago". */
  readonly form?: 'as-of' | 'relative';
}

/** How old a datum is; the tooltip has the exact local time. Renews itself. */
export const Age = ({ at, form = 'as-of' }: AgeProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (at === null) {
    return (
      <Text span size="sm" c="dimmed">
        {t('age.never')}
      </Text>
    );
  }
  const relative = format.relative(Math.min(at, now), now);
  return (
    <Tooltip label={t('age.exactly', { moment: format.exact(at), relative })}>
      <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={new Date(at).toISOString()}>
          {form === 'relative' ? relative : t('age.asOf', { moment: format.moment(at, now) })}
        </time>
      </Text>
    </Tooltip>
  );
};
