import type { Icon } from '@tabler/icons-react';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute';

const ICONS: Readonly<Record<Tone, Icon>> = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
  info: IconInfoCircle,
  mute: IconInfoCircle,
};

interface NoticeProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly icon?: Icon;
  /** `alert` is read out at once, so use it for faults only. */
  readonly live?: 'alert' | 'status';
  /** Fills the width without a frame, at the top of a screen. */
  readonly strip?: boolean;
  /** Adds a margin above. */
  readonly apart?: boolean;
}

/** A sentence with an icon and optional buttons. Colour is never the only sign. */
export const Notice = ({ tone, children, actions, icon, live, strip, apart }: NoticeProps) => {
  const IconOf = icon ?? ICONS[tone];
  return (
    <div
      className={styles.root}
      data-tone={tone}
      data-strip={strip || undefined}
      data-apart={apart || undefined}
      role={live}
    >
      <IconOf size={16} aria-hidden className={styles.icon} />
      <div className={`${styles.text} selectable`}>{children}</div>
      {actions === undefined || actions === null ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
};
