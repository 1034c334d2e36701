import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportedTable, LineState } from '#shared/contract/import-proxies.ts';
import { PROXY_COLUMNS, type ProxyColumn } from '#shared/domain/import-proxies/proxy-columns.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './import-proxies.module.css';

const TONES = { new: 'ok', completes: 'ok', known: 'mute', repeated: 'mute', bad: 'bad' } as const satisfies Record<
  LineState,
  string
>;

interface SampleProps {
  readonly table: ImportedTable;
  readonly onColumns: (columns: readonly ProxyColumn[]) => void;
}

/** A meaning belongs to one column, so choosing it here removes it from its former column. */
const withColumn = (columns: readonly ProxyColumn[], index: number, column: ProxyColumn): readonly ProxyColumn[] =>
  columns.map((one, at) => (at === index ? column : one === column ? 'ignore' : one));

/** Shows the first lines, and the meaning of each column. */
export const ImportProxiesSample = ({ table, onColumns }: SampleProps) => {
  const { t } = useTranslation('importProxies');
  const { reading, header, sample, columnsProblem } = table;
  const isReady = columnsProblem === null;
  const titleOf = (index: number): string => header?.[index]?.trim() || t('column', { number: index + 1 });
  const columns = reading.columns.map((column, index) => ({ id: `c${index}`, index, column }));
  const options = PROXY_COLUMNS.map((value) => ({
    value,
    label: value === 'ignore' ? t('ignore') : t(`columns.${value}`),
  }));
  return (
    <section className={styles.scroller} aria-label={t('sample')}>
      <table className={styles.table} aria-label={t('sample')}>
        <thead>
          <tr>
            <th scope="col" className={styles.narrow}>
              {t('line')}
            </th>
            {isReady ? (
              <th scope="col" className={styles.narrow}>
                {t('state')}
              </th>
            ) : null}
            {columns.map(({ id, index, column }) => (
              <th key={id} scope="col" data-ignored={column === 'ignore' || undefined}>
                <span className="clip" title={titleOf(index)}>
                  {titleOf(index)}
                </span>
                <NativeSelect
                  aria-label={t('meaning', { column: titleOf(index) })}
                  data={options}
                  value={column}
                  onChange={(event) => {
                    const chosen = PROXY_COLUMNS.find((one) => one === event.currentTarget.value);
                    if (chosen !== undefined) onColumns(withColumn(reading.columns, index, chosen));
                  }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ line, cells, state }) => (
            <tr key={line}>
              <td className="dim">{line}</td>
              {isReady ? (
                <td>
                  <StatusChip tone={TONES[state]} label={t(`states.${state}`)} />
                </td>
              ) : null}
              {columns.map(({ id, index, column }) => (
                <td key={id} data-ignored={column === 'ignore' || undefined} title={cells[index]}>
                  <bdi>{cells[index]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
