import { ActionIcon, Group, Skeleton } from '@mantine/core';
import { IconChartBar, IconCopy, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './chart.module.css';
import type { ChartReading } from './chart-cursor.ts';
import { copyText } from './copy-text.ts';
import { SmallTable } from './small-table.tsx';
import { doneToast } from './undo-toast.tsx';

interface ChartTable {
  readonly head: readonly string[];
  /** As they are read, the first cell names the row. */
  readonly rows: readonly (readonly string[])[];
  /** The same as a spreadsheet takes them: plain numbers. */
  readonly plainRows: readonly (readonly (string | number)[])[];
}

/** Fewer are no chart. */
const FEWEST_POINTS = 5;

interface ChartFigureProps {
  readonly title: string;
  /** Beside the title: a sum, an age. */
  readonly value?: ReactNode;
  /** `undefined` while it is read. */
  readonly table: ChartTable | undefined;
  /** Said in the chart's place when there is nothing to draw. */
  readonly empty: string | null;
  /** What there is to see in the chart. Fewer than five are said in words: they take a chart's room for a line each. */
  readonly points?: readonly ChartReading[];
  readonly children: ReactNode;
}

/** A chart with its title, the same numbers as a table in its place, and a copy of them for a spreadsheet. */
export const ChartFigure = ({ title, value, table, empty, points, children }: ChartFigureProps) => {
  const { t } = useTranslation('common');
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  const few = points !== undefined && points.length < FEWEST_POINTS ? points : null;
  const isDrawn = table === undefined || (empty === null && few === null);
  const copy = () => {
    if (table === undefined) return;
    const lines = [table.head, ...table.plainRows].map((cells) => cells.join('\t'));
    if (copyText(lines.join('\n'))) doneToast(t('chart.copied', { title }));
  };
  return (
    <figure className={styles.figure} aria-labelledby={titleId}>
      <Group gap={8} wrap="nowrap" mb={4} mih={28}>
        <span id={titleId} className={styles.title}>
          {title}
        </span>
        {value === undefined ? null : <span className="dim">{value}</span>}
        {table === undefined || empty !== null ? null : (
          <span className={styles.tools}>
            {few !== null ? null : (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t(asTable ? 'chart.showChart' : 'chart.showTable', { title })}
                title={t(asTable ? 'chart.chart' : 'chart.table')}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
              </ActionIcon>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('chart.copyOf', { title })}
              title={t('chart.copy')}
              onClick={copy}
            >
              <IconCopy size={16} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </Group>
      <div className={styles.body} data-drawn={isDrawn || undefined}>
        {table === undefined ? (
          <Skeleton height={180} />
        ) : empty !== null ? (
          <p className={styles.empty}>{empty}</p>
        ) : few !== null ? (
          <InWords title={title} points={few} />
        ) : asTable ? (
          <TableView title={title} table={table} />
        ) : (
          children
        )}
      </div>
    </figure>
  );
};

const InWords = ({ title, points }: { readonly title: string; readonly points: readonly ChartReading[] }) => (
  <ul className={`${styles.words} selectable`} aria-label={title}>
    {points.map((point) => (
      <li key={point.title}>
        <span className="dim">{point.title}</span>
        <span>{point.lines.join(', ')}</span>
      </li>
    ))}
  </ul>
);

const TableView = ({ title, table }: { readonly title: string; readonly table: ChartTable }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be scrolled by the keyboard, too
  <section className={styles.tableBox} aria-label={title} tabIndex={0}>
    <SmallTable
      label={title}
      columns={table.head.map((head, index) => ({
        id: head,
        head,
        ...(index === 0 ? {} : { align: 'end' as const }),
        cell: (cells: readonly string[]) => cells[index],
      }))}
      rows={table.rows}
      keyOf={([name = '']) => name}
      height={26}
    />
  </section>
);
