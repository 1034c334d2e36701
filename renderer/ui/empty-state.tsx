import { Group } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: Icon;
  readonly title: string;
  /** Explains the next step. */
  readonly text?: string;
  /** Usually one primary button. */
  readonly action?: ReactNode;
}

export const EmptyState = ({ icon: IconOf, title, text, action }: EmptyStateProps) => (
  <div className={styles.root}>
    <IconOf size={32} stroke={1.3} aria-hidden className="dim" />
    <h2 className={styles.title}>{title}</h2>
    {text === undefined ? null : <p className={styles.text}>{text}</p>}
    {action === undefined ? null : (
      <Group gap={8} wrap="nowrap" mt={16}>
        {action}
      </Group>
    )}
  </div>
);
