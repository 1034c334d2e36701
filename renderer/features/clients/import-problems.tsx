import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProblem } from '#shared/contract/clients.ts';
import { CSV_COLUMNS } from '#shared/domain/csv-columns.ts';
import { call } from '../../bridge/desk.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/grid-column.ts';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';

interface ImportProblemsProps {
  readonly importId: number;
  readonly kind: 'bad' | 'incomplete' | 'exists' | 'duplicate-in-file';
  /** Changes when the file was read with other options. */
  readonly readingKey: string;
}

const problemColumns = (t: TFunction<['clients', 'common', 'fields']>): readonly GridColumn<ImportProblem>[] => {
  const fieldOf = (problem: ImportProblem): string => {
    const field = CSV_COLUMNS.find((name) => name === problem.field);
    return field === undefined || field === 'ignore' ? t('clients:importer.line') : t(`fields:${field}`);
  };
  const reasonOf = ({ field, code, params }: ImportProblem): string =>
    problemText(params === undefined ? { field, code } : { field, code, params });
  return [
    {
      id: 'line',
      header: t('clients:importer.line'),
      width: 80,
      align: 'end',
      render: ({ line }) => line,
    },
    { id: 'field', header: t('clients:importer.problemColumns.field'), width: 150, render: fieldOf },
    {
      id: 'reason',
      header: t('common:words.reason'),
      width: 380,
      grow: true,
      render: reasonOf,
      title: reasonOf,
    },
    {
      id: 'text',
      header: t('clients:importer.problemColumns.text'),
      width: 240,
      render: ({ text }) => <bdi>{text}</bdi>,
      title: ({ text }) => text,
    },
  ];
};

/** Lists every line of one kind. */
export const ImportProblems = ({ importId, kind, readingKey }: ImportProblemsProps) => {
  const { t } = useTranslation(['clients']);
  const columns = useMemo(() => problemColumns(t), [t]);
  const rows = useWindowedRows<ImportProblem>(
    (offset, limit) => call('clients.importProblems', { importId, kind, offset, limit }),
    `${kind} ${readingKey}`,
  );
  return (
    <DataGrid
      rows={rows}
      label={t('importer.problems')}
      columns={columns}
      getRowId={({ line, field, code }) => `${line} ${field} ${code}`}
      storageKey="import-problems"
      empty={t('importer.noProblems')}
    />
  );
};
