import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Age } from '../../ui/age.tsx';
import { RefreshButton } from '../../ui/service-hint.tsx';

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
export const ClientSection = ({ title, asOf, refreshLabel, busy, onRefresh, children }: SectionProps) => {
  return (
    <section className="part" aria-label={title}>
      <Group gap={8} wrap="nowrap" mb={6} mih={26}>
        <h3>{title}</h3>
        <span className="push">{asOf === null ? null : <Age at={asOf} />}</span>
        {refreshLabel === undefined ? null : <RefreshButton label={refreshLabel} busy={busy} onClick={onRefresh} />}
      </Group>
      {children}
    </section>
  );
};
