import { ActionIcon, Group, Skeleton } from '@mantine/core';
import { IconChartBar, IconCopy, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CsvCell, pastedTable } from '#shared/domain/csv-writer.ts';
import styles from './chart.module.css';
import type { ChartReading } from './chart-cursor.ts';
import { copyText } from './copy-text.ts';
import { SmallTable } from './small-table.tsx';
import { doneToast } from './undo-toast.tsx';

interface ChartTable {
  readonly head: readonly string[];
  /** The cells as people read them; the first cell names the row. */
  readonly rows: readonly (readonly string[])[];
  /** The same cells for a spreadsheet, with plain numbers, days and amounts. */
  readonly plainRows: readonly (readonly CsvCell[])[];
}

/** Fewer points than this are not worth a chart. */
const FEWEST_POINTS = 5;

interface ChartFigureProps {
  readonly title: string;
  /** Stands beside the title, such as a sum or an age. */
  readonly value?: ReactNode;
  /** `undefined` while it is being read. */
  readonly table: ChartTable | undefined;
  /** The sentence to show if there is nothing to draw. */
  readonly empty: string | null;
  /** The points of the chart. Fewer than five become a line of text each, because a chart would only take up space. */
  readonly points?: readonly ChartReading[];
  readonly children: ReactNode;
}

/** A chart with its title. The user can switch to the same numbers as a table, and copy them for a spreadsheet. */
export const ChartFigure = ({ title, value, table, empty, points, children }: ChartFigureProps) => {
  const { t } = useTranslation('common');
  const titleId = useId();
  const [asTable, setAsTable] = useState(false);
  const few = points !== undefined && points.length < FEWEST_POINTS ? points : null;
  const isDrawn = table === undefined || (empty === null && few === null);
  const copy = () => {
    if (table === undefined) return;
    if (copyText(pastedTable([table.head, ...table.plainRows]))) doneToast(t('chart.copied', { title }));
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
          <Skeleton height={170} />
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
