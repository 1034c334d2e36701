import { Button, Group, Radio, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/clients.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { footRef } from '../../ui/foot-space.ts';
import styles from './import.module.css';
import { ImportNotes } from './import-notes.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { ImportReadingOptions, type ReadingChange } from './import-reading-options.tsx';
import { ImportSample } from './import-sample.tsx';
import { closeImport, confirmImport, readImportAgain } from './import-store.ts';

interface ImportReviewProps {
  readonly preview: ImportPreview;
  readonly busy: boolean;
}

const PROBLEM_VIEWS = ['bad', 'incomplete', 'exists', 'duplicate-in-file'] as const;
type ProblemView = (typeof PROBLEM_VIEWS)[number];

const countOf = ({ counts }: ImportPreview, view: ProblemView): number =>
  ({
    bad: counts.bad,
    incomplete: counts.incompleteNew + counts.incompleteExisting,
    exists: counts.exists,
    'duplicate-in-file': counts.duplicateInFile,
  })[view];

/** Shows the content of the file and the effect of the import. The user adjusts it until it is right, and confirms. */
export const ImportReview = ({ preview, busy }: ImportReviewProps) => {
  const { t } = useTranslation(['clients', 'common']);
  const format = useFormat();
  const [view, setView] = useState<ProblemView | 'sample'>('sample');
  const [existing, setExisting] = useState<'skip' | 'update'>('skip');
  const [faulty, setFaulty] = useState<'import' | 'hold'>('import');
  const { counts, reading, columnProblems } = preview;
  const read = (change: ReadingChange) => void readImportAgain({ ...reading, ...change });
  const takenOf = (fresh: number, present: number): number => fresh + (existing === 'update' ? present : 0);
  const incomplete = takenOf(counts.incompleteNew, counts.incompleteExisting);
  const taken = takenOf(counts.new, counts.exists) - (faulty === 'hold' ? incomplete : 0);
  const willImport = columnProblems.length > 0 ? 0 : taken;
  const shown = view !== 'sample' && countOf(preview, view) === 0 ? 'sample' : view;

  return (
    <div className={`${styles.review} fill`}>
      <ImportReadingOptions preview={preview} onChange={read} />
      <ImportQuestions preview={preview} onReading={read} />
      {columnProblems.length > 0 ? null : (
        <p className={styles.summary} role="status" aria-busy={busy}>
          {t('importer.summary', {
            records: counts.records,
            fresh: counts.new,
            exists: counts.exists,
            repeated: counts.duplicateInFile,
            bad: counts.bad,
          })}
          {countOf(preview, 'incomplete') === 0
            ? null
            : `. ${t('importer.incomplete', { count: countOf(preview, 'incomplete') })}`}
        </p>
      )}
      <ImportNotes preview={preview} onReading={read} />
      <div className={styles.views}>
        <SegmentedControl
          aria-label={t('importer.views.label')}
          value={shown}
          onChange={setView}
          data={[
            { value: 'sample', label: t('importer.views.sample') },
            ...PROBLEM_VIEWS.map((one) => ({
              value: one,
              label: `${t(`importer.views.${one}`)} (${format.number(countOf(preview, one))})`,
              disabled: countOf(preview, one) === 0,
            })),
          ]}
        />
      </div>
      <div className={`${styles.content} fill`}>
        {shown === 'sample' ? (
          <ImportSample preview={preview} onColumns={(columns) => read({ columns })} />
        ) : (
          <ImportProblems importId={preview.importId} kind={shown} readingKey={JSON.stringify([reading, counts])} />
        )}
      </div>
      <footer ref={footRef} className={styles.footer}>
        {incomplete === 0 || columnProblems.length > 0 ? null : (
          <Radio.Group
            label={t('importer.faulty')}
            value={faulty}
            onChange={setFaulty}
            description={faulty === 'hold' ? t('importer.faultyHoldHelp') : undefined}
          >
            <Group gap={16} wrap="nowrap" mt={6}>
              <Radio value="import" label={t('importer.faultyImport')} />
              <Radio value="hold" label={t('importer.faultyHold')} />
            </Group>
          </Radio.Group>
        )}
        <Radio.Group
          label={t('importer.existing')}
          value={existing}
          onChange={setExisting}
          description={existing === 'update' ? t('importer.updateHelp') : undefined}
        >
          <Group gap={16} wrap="nowrap" mt={6}>
            <Radio value="skip" label={t('importer.skip')} />
            <Radio value="update" label={t('importer.update')} />
          </Group>
        </Radio.Group>
        <Group gap={8} wrap="nowrap">
          <Button onClick={closeImport}>{t('common:actions.cancel')}</Button>
          <Button
            variant="filled"
            disabled={busy || willImport === 0}
            onClick={() => void confirmImport({ existing, faulty })}
          >
            {willImport === 0 ? t('importer.nothing') : t('importer.confirm', { count: willImport })}
          </Button>
        </Group>
      </footer>
    </div>
  );
};
