import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import styles from './age.module.css';
import { useNow } from './use-now.ts';

interface AgeProps {
  /** Milliseconds UTC; `null` when it was never read. */
  readonly at: number | null;
  /** `as-of` (default): "as of 14:05". `relative`: "2 hours ago". */
  readonly form?: 'as-of' | 'relative';
}

/**
 * How old a datum is; the tooltip has the exact local time. Renews itself. Plain elements with a native tooltip: one
 * stands in every row of a grid, and a floating one in each would make scrolling heavy.
 */
export const Age = ({ at, form = 'as-of' }: AgeProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (at === null) return <span className={styles.age}>{t('age.never')}</span>;
  const ago = () => format.relative(Math.min(at, now), now);
  return (
    <time
      className={styles.age}
      dateTime={new Date(at).toISOString()}
      // Written when it is looked for: the zone's name alone takes longer than the rest of a row.
      onMouseEnter={(event) => {
        event.currentTarget.title = t('age.exactly', { moment: format.exact(at), relative: ago() });
      }}
    >
      {form === 'relative' ? ago() : t('age.asOf', { moment: format.moment(at, now) })}
    </time>
  );
};
