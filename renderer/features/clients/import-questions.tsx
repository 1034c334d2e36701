import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/clients.ts';
import { withColumn } from '../../ui/column-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './import.module.css';
import type { ReadingChange } from './import-reading-options.tsx';
import { columnTitle } from './import-sample.tsx';

/** The number of sample values for each possible column. */
const VALUES = 3;

interface ImportQuestionsProps {
  readonly preview: ImportPreview;
  readonly onReading: (change: ReadingChange) => void;
}

/** Asks about what identifies the clients in the file. Nothing is imported before it is answered. */
export const ImportQuestions = ({ preview, onReading }: ImportQuestionsProps) => {
  const { t } = useTranslation(['clients', 'fields']);
  const { columnProblems, unsure } = preview;
  if (columnProblems.length === 0) return null;
  const asksForId = columnProblems.includes('no-id');
  const asksForKey = columnProblems.includes('no-key');
  return (
    <>
      {asksForId ? (
        <Notice tone="warn" strip live="status">
          <strong>{t('importer.questions.messengerId')}</strong>{' '}
          {unsure.messengerId.length > 1 ? t('importer.questions.messengerIdWhy') : null}
          <CountingColumns preview={preview} />
          <ColumnChoices preview={preview} field="messengerId" onReading={onReading} />
        </Notice>
      ) : null}
      {asksForKey ? (
        <Notice tone="warn" strip live="status">
          <strong>{t('importer.questions.clientKey')}</strong> {t('importer.questions.clientKeyWhy')}
          <ColumnChoices preview={preview} field="clientKey" onReading={onReading} />
        </Notice>
      ) : null}
      {columnProblems.includes('repeated') ? (
        <Notice tone="warn" strip live="status">
          {t('importer.questions.repeated')}
        </Notice>
      ) : null}
    </>
  );
};

const CountingColumns = ({ preview }: { readonly preview: ImportPreview }) => {
  const { t, i18n } = useTranslation(['clients', 'fields']);
  const { unsure, header, reading } = preview;
  const counting = unsure.counting.filter((index) => reading.columns[index] !== 'messengerId');
  if (counting.length === 0) return null;
  const titles = counting.map((index) => t('importer.questions.title', { title: columnTitle(t, header, index) }));
  const columns = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(titles);
  return <> {t('importer.questions.counting', { count: counting.length, columns })}</>;
};

interface ColumnChoicesProps extends ImportQuestionsProps {
  readonly field: 'messengerId' | 'clientKey';
}

/** Shows a button for each possible column, with its first values. */
const ColumnChoices = ({ preview, field, onReading }: ColumnChoicesProps) => {
  const { t } = useTranslation(['clients', 'fields']);
  const { unsure, header, sample, reading } = preview;
  const choices = unsure[field].map((index) => ({ index, title: columnTitle(t, header, index) }));
  const valuesOf = (index: number): string =>
    sample
      .map(({ cells }) => cells[index]?.trim() ?? '')
      .filter((cell) => cell !== '')
      .slice(0, VALUES)
      .join(', ');
  return (
    <>
      {choices.length === 0 ? <> {t('importer.questions.below')}</> : null}
      <div className={styles.choices}>
        {choices.map(({ index, title }) => (
          <Button
            key={index}
            size="compact-sm"
            className={styles.choice}
            onClick={() => onReading({ columns: withColumn(reading.columns, index, field) })}
          >
            <bdi>{title}</bdi>
            <bdi className={`${styles.values} clip`}>{t('importer.questions.values', { values: valuesOf(index) })}</bdi>
          </Button>
        ))}
        {field === 'clientKey' ? (
          <Button size="compact-sm" onClick={() => onReading({ keyFromId: true })}>
            {t('importer.questions.keyFromId')}
          </Button>
        ) : null}
      </div>
    </>
  );
};
