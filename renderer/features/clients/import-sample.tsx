import { NativeSelect } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ImportPreview, ImportStatus } from '#shared/contract/clients.ts';
import { CSV_COLUMNS, type CsvColumn, MONEY_COLUMNS } from '#shared/domain/csv-columns.ts';
import { useSalesInUse } from '../../bridge/sales-store.ts';
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

/** A field belongs to one column, so choosing it here removes it from its former column. */
export const withColumn = (columns: readonly CsvColumn[], index: number, column: CsvColumn): CsvColumn[] =>
  columns.map((one, at) => (at === index ? column : one === column ? 'ignore' : one));

/** Shows the first lines of the file, and the field to which each column is assigned. */
export const ImportSample = ({ preview, onColumns }: ImportSampleProps) => {
  const { t } = useTranslation(['clients', 'fields']);
  const { reading, header, sample, columnProblems } = preview;
  const ready = columnProblems.length === 0;
  const titleOf = (index: number): string => columnTitle(t, header, index);
  const hasSales = useSalesInUse();
  // Before the first price, money is offered only if the file contains it.
  const isOffered = (one: CsvColumn) =>
    hasSales || !MONEY_COLUMNS.some((money) => money === one) || reading.columns.includes(one);
  const offered = CSV_COLUMNS.filter(isOffered);
  const choose = (index: number, value: string) => {
    const column = CSV_COLUMNS.find((one) => one === value);
    if (column === undefined) return;
    onColumns(withColumn(reading.columns, index, column));
  };
  // Columns are identified by their position, because titles may repeat.
  const columns = reading.columns.map((column, index) => ({ id: `c${index}`, index, column }));

  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label={t('importer.sample')}>
        <thead>
          <tr>
            <th scope="col">{t('importer.line')}</th>
            {ready ? <th scope="col">{t('importer.status')}</th> : null}
            {columns.map(({ id, index, column }) => (
              <th key={id} scope="col" data-ignored={column === 'ignore' || undefined}>
                <span className={`${styles.columnTitle} clip`} title={titleOf(index)}>
                  {titleOf(index)}
                </span>
                <NativeSelect
                  aria-label={titleOf(index)}
                  data={offered.map((value) => ({
                    value,
                    label: value === 'ignore' ? t('importer.ignore') : t(`fields:${value}`),
                  }))}
                  value={column}
                  onChange={(event) => choose(index, event.currentTarget.value)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((record) => (
            <tr key={record.line}>
              <td className={styles.number}>{record.line}</td>
              {ready ? (
                <td>
                  <StatusChip tone={TONES[record.status]} label={t(`importer.statuses.${record.status}`)} />
                </td>
              ) : null}
              {columns.map(({ id, index, column }) => (
                <td key={id} data-ignored={column === 'ignore' || undefined} title={record.cells[index]}>
                  <bdi>{record.cells[index]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
