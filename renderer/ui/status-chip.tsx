import type { Icon } from '@tabler/icons-react';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconInfoCircle, IconMinus } from '@tabler/icons-react';
import styles from './notice.module.css';
import type { Tone } from './notice.tsx';

const ICONS: Readonly<Record<Tone, Icon>> = {
  ok: IconCheck,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
  info: IconInfoCircle,
  mute: IconMinus,
};

/** The tone and icon of a state. */
export interface StatusStyle {
  readonly tone: Tone;
  readonly icon: Icon;
}

interface StatusChipProps {
  readonly tone: Tone;
  readonly label: string;
  readonly icon?: Icon;
  readonly title?: string;
  /** Whether only the icon is seen where the word has no room. */
  readonly folds?: boolean;
}

/** Shows a state as icon and word. The colour only repeats them. */
export const StatusChip = ({ tone, label, icon, title, folds = false }: StatusChipProps) => {
  const IconOf = icon ?? ICONS[tone];
  return (
    <span className={styles.chip} data-tone={tone} data-folds={folds || undefined} title={title}>
      <IconOf size={13} aria-hidden />
      <span>{label}</span>
    </span>
  );
};
