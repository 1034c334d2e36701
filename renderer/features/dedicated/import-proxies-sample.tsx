import { useTranslation } from 'react-i18next';
import type { ImportedTable, LineState } from '#shared/contract/import-proxies.ts';
import { PROXY_COLUMNS, type ProxyColumn } from '#shared/domain/import-proxies/proxy-columns.ts';
import { ColumnTable } from '../../ui/column-table.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import styles from './import-proxies.module.css';

const TONES = { new: 'ok', completes: 'ok', known: 'mute', repeated: 'mute', bad: 'bad' } as const satisfies Record<
  LineState,
  string
>;

interface SampleProps {
  readonly table: ImportedTable;
  readonly onColumns: (columns: ProxyColumn[]) => void;
}

/** Shows the first lines, and the meaning of each column. */
export const ImportProxiesSample = ({ table, onColumns }: SampleProps) => {
  const { t } = useTranslation('importProxies');
  const { reading, header, sample, columnsProblem } = table;
  return (
    <section className={styles.scroller} aria-label={t('sample')}>
      <ColumnTable
        label={t('sample')}
        lineTitle={t('line')}
        stateTitle={columnsProblem === null ? t('state') : undefined}
        columns={reading.columns}
        titleOf={(index) => header?.[index]?.trim() || t('column', { number: index + 1 })}
        choiceLabel={(column) => t('meaning', { column })}
        meanings={PROXY_COLUMNS.map((value) => ({
          value,
          label: value === 'ignore' ? t('ignore') : t(`columns.${value}`),
        }))}
        onColumns={onColumns}
        lines={sample.map(({ line, cells, state, isFaulty }) => ({
          line,
          cells,
          state: isFaulty ? (
            <StatusChip tone="warn" label={t('states.faulty')} />
          ) : (
            <StatusChip tone={TONES[state]} label={t(`states.${state}`)} />
          ),
        }))}
      />
    </section>
  );
};
