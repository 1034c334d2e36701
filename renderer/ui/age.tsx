import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import styles from './age.module.css';
import { useNow } from './use-now.ts';

interface AgeProps {
  /** Milliseconds since the epoch, UTC; `null` if it was never read. */
  readonly at: number | null;
  /** `as-of` (the default) gives "as of 14:05", and `relative` gives "2 hours ago". */
  readonly form?: 'as-of' | 'relative';
}

/**
 * Says how old something is, with the exact local time in the tooltip, and updates itself. The tooltip is a native one:
 * every row of a grid has an age, and a floating tooltip in each would make scrolling slow.
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
      // The title is written only under the pointer, because the name of the zone alone costs more than the rest of a
      // row.
      onMouseEnter={(event) => {
        event.currentTarget.title = t('age.exactly', { moment: format.exact(at), relative: ago() });
      }}
    >
      {form === 'relative' ? ago() : t('age.asOf', { moment: format.moment(at, now) })}
    </time>
  );
};
