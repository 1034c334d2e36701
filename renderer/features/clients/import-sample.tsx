import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ImportPreview, ImportStatus } from '#shared/contract/clients.ts';
import { CSV_COLUMNS, type CsvColumn, MONEY_COLUMNS, SHARED_COLUMNS } from '#shared/domain/csv-columns.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { ColumnTable } from '../../ui/column-table.tsx';
import type { Tone } from '../../ui/notice.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './import.module.css';

const TONES: Readonly<Record<ImportStatus, Tone>> = {
  new: 'ok',
  exists: 'info',
  'duplicate-in-file': 'mute',
  bad: 'bad',
};

interface ImportSampleProps {
  readonly preview: ImportPreview;
  readonly onColumns: (columns: CsvColumn[]) => void;
}

/** The title of a column, or its number. */
export const columnTitle = (t: TFunction<['clients', 'fields']>, header: readonly string[], index: number): string => {
  const title = header[index]?.trim() ?? '';
  return title === '' ? t('clients:importer.column', { number: index + 1 }) : title;
};

/** Returns a cell. Before the cell of an end it puts the day that was read from it, or a dash if none could be read. */
const shownCell = (cell: string, column: CsvColumn | undefined, paidUntil: string | null): string => {
  const text = cell.trim();
  return column !== 'paidUntil' || text === '' || text === paidUntil ? cell : `${paidUntil ?? '—'} ← ${cell}`;
};

/** Shows the first lines of the file, and the field to which each column is assigned. */
export const ImportSample = ({ preview, onColumns }: ImportSampleProps) => {
  const { t } = useTranslation(['clients', 'fields']);
  const { reading, header, sample, columnProblems } = preview;
  const hasSales = useSalesInUse();
  // Before the first price, money is offered only if the file contains it.
  const isOffered = (one: CsvColumn) =>
    hasSales || !MONEY_COLUMNS.some((money) => money === one) || reading.columns.includes(one);
  const offered = CSV_COLUMNS.filter(isOffered);
  return (
    <div className={styles.scroller}>
      <ColumnTable
        label={t('importer.sample')}
        lineTitle={t('importer.line')}
        stateTitle={columnProblems.length === 0 ? t('importer.status') : undefined}
        columns={reading.columns}
        titleOf={(index) => columnTitle(t, header, index)}
        meanings={offered.map((value) => ({
          value,
          label: value === 'ignore' ? t('importer.ignore') : t(`fields:${value}`),
        }))}
        shared={SHARED_COLUMNS}
        onColumns={onColumns}
        lines={sample.map(({ line, cells, status, paidUntil }) => ({
          line,
          cells: cells.map((cell, index) => shownCell(cell, reading.columns[index], paidUntil)),
          state: <StatusChip tone={TONES[status]} label={t(`importer.statuses.${status}`)} />,
        }))}
      />
    </div>
  );
};
