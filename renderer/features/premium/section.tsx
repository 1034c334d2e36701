import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNoService } from '../../bridge/service-gap.ts';
import { Age } from '../../ui/age.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import styles from './premium.module.css';

interface SectionProps {
  readonly title: string;
  /** When what is shown was read; `null` when it never was. */
  readonly asOf: number | null;
  /** Accessible name of the button that reads it again; no button where the content brings its own. */
  readonly refreshLabel: string | undefined;
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly children: ReactNode;
}

/** One thing known of a client: its heading, how old it is, and the button that reads it again. */
export const Section = ({ title, asOf, refreshLabel, busy, onRefresh, children }: SectionProps) => {
  const noService = useNoService();
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{title}</h3>
        <span className={styles.age}>{asOf === null ? null : <Age at={asOf} />}</span>
        {refreshLabel === undefined ? null : (
          <ServiceHint blocked={noService}>
            <ActionIcon aria-label={refreshLabel} loading={busy} onClick={onRefresh}>
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
          </ServiceHint>
        )}
      </div>
      {children}
    </section>
  );
};
