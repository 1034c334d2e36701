import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Age } from '../../ui/age.tsx';
import { RefreshButton } from '../../ui/service-hint.tsx';
import { type MarkedName, ProductMark } from '../products/product-mark.tsx';

interface SectionProps {
  /** The product that the section is about. */
  readonly product?: MarkedName;
  readonly title: string;
  /** When the content was read; `null` if it never was. */
  readonly asOf: number | null;
  /** The accessible name of the refresh button. Without it there is no button, because the content has its own. */
  readonly refreshLabel: string | undefined;
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly children: ReactNode;
}

/** A section of a client's card, with a heading, the age of its content and a button to read it again. */
export const ClientSection = ({ product, title, asOf, refreshLabel, busy, onRefresh, children }: SectionProps) => {
  return (
    <section className="part" aria-label={title}>
      <Group gap={8} wrap="nowrap" mb={6} mih={26}>
        <h3>
          {product === undefined ? null : <ProductMark name={product} />}
          {title}
        </h3>
        <span className="push">{asOf === null ? null : <Age at={asOf} />}</span>
        {refreshLabel === undefined ? null : <RefreshButton label={refreshLabel} busy={busy} onClick={onRefresh} />}
      </Group>
      {children}
    </section>
  );
};
