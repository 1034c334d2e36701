import { Button, Group } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProblem } from '#shared/contract/clients.ts';
import type { Run } from '#shared/contract/runs.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact } from '../../ui/fact.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import styles from './import-report.module.css';

const PAGE = 50;
const MAX = 500;

/** Shows the result of an import, in Activity. */
export const ImportReportSection = ({ run }: { readonly run: Run }) => {
  const { t } = useTranslation('clients');
  const format = useFormat();
  const report = useQuery('clients.importReport', { runId: run.id });
  const { value } = report;
  if (value === undefined) return report.error === undefined ? null : <ErrorNotice error={report.error} />;
  return (
    <section className={styles.report} aria-label={t('importer.report.title')}>
      <dl className="facts" style={{ gap: '4px 12px' }}>
        {(['added', 'updated', 'skipped', 'bad'] as const).map((name) => (
          <Fact key={name} name={t(`importer.report.${name}`)}>
            {format.number(value[name])}
          </Fact>
        ))}
      </dl>
      {value.linesKept ? <ImportBadLines runId={run.id} /> : null}
      {value.bad > 0 && !value.linesKept ? <p className="dim">{t('importer.report.gone')}</p> : null}
    </section>
  );
};

/** Lists the lines that were not imported and why. The user can save them, correct them and import them again. */
export const ImportBadLines = ({ runId }: { readonly runId: number }) => {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  const [limit, setLimit] = useState(PAGE);
  const lines = useQuery('clients.importReportLines', { runId, offset: 0, limit });
  const save = useAction('clients.importReportSave');
  const { rows, total } = lines.value ?? { rows: [], total: 0 };
  const saveLines = async () => {
    const result = await save.run({ runId, language });
    if (result.ok && result.value !== null) doneToast(t('importer.report.saved', { file: result.value.fileName }));
  };
  return (
    <section className={styles.report} aria-label={t('importer.report.lines')}>
      <Group gap="4px 8px" justify="space-between">
        <h2>{t('importer.report.lines')}</h2>
        <Button
          size="compact-sm"
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          loading={save.busy}
          onClick={() => void saveLines()}
        >
          {t('importer.report.save')}
        </Button>
      </Group>
      <p className="dim">{t('importer.report.saveHint')}</p>
      <ErrorNotice error={save.error} />
      <ErrorNotice error={lines.error} />
      <ol className={`${styles.badLines} selectable`}>
        {rows.map((problem) => (
          <BadLine key={`${problem.line} ${problem.field} ${problem.code}`} problem={problem} />
        ))}
      </ol>
      {total > rows.length && limit < MAX ? (
        <Button
          className="flush-start"
          size="compact-sm"
          variant="subtle"
          loading={lines.loading}
          onClick={() => setLimit(Math.min(MAX, limit * 3))}
        >
          {t('history.more', { total })}
        </Button>
      ) : null}
    </section>
  );
};

const BadLine = ({ problem }: { readonly problem: ImportProblem }) => {
  const { t } = useTranslation('clients');
  const { line, field, code, params, text } = problem;
  return (
    <li>
      <span className={styles.badReason}>
        <span className={styles.badNumber}>{t('importer.report.line', { line })}</span>{' '}
        {problemText(params === undefined ? { field, code } : { field, code, params })}
      </span>
      <bdi className="dim clip">{text}</bdi>
    </li>
  );
};
