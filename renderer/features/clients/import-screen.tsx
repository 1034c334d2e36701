import { Button, Loader, Progress } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { assertNever } from '#shared/result.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import styles from './import.module.css';
import { ImportReview } from './import-review.tsx';
import type { Import } from './use-import.ts';

/** The import in the place of the client list: a file is looked at before anything is imported. */
export const ImportScreen = ({ importing }: { readonly importing: Import }) => {
  const { t } = useTranslation('clients');
  const { step } = importing;
  const fileName = 'preview' in step ? step.preview.fileName : undefined;
  return (
    <Screen
      title={t('importer.title')}
      aside={fileName === undefined ? undefined : <bdi>{fileName}</bdi>}
      actions={
        step.kind === 'writing' ? null : (
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={importing.close}>
            {t('importer.back')}
          </Button>
        )
      }
    >
      {importing.error === undefined ? null : <ErrorNotice error={importing.error} strip />}
      <ImportStepView importing={importing} />
    </Screen>
  );
};

const ImportStepView = ({ importing }: { readonly importing: Import }) => {
  const { t } = useTranslation('clients');
  const { step, progress } = importing;
  switch (step.kind) {
    case 'none':
      return null;
    case 'reading':
      return (
        <Waiting>
          <Loader size="sm" aria-hidden />
          <span role="status">
            {progress === 0 ? t('importer.readingFile') : t('importer.readingCount', { records: progress })}
          </span>
        </Waiting>
      );
    case 'preview':
      return <ImportReview key={step.preview.importId} importing={importing} preview={step.preview} busy={step.busy} />;
    case 'writing': {
      const { records } = step.preview.counts;
      return (
        <Waiting>
          <span role="status">{t('importer.writing', { done: progress, total: records })}</span>
          <Progress
            className={styles.progress}
            value={records === 0 ? 0 : (progress / records) * 100}
            aria-label={t('importer.title')}
          />
          <Button onClick={importing.stop}>{t('importer.stop')}</Button>
        </Waiting>
      );
    }
    case 'done': {
      const { cancelled, ...counts } = step.result;
      return (
        <div className={styles.result}>
          <Notice tone={cancelled ? 'warn' : 'ok'} live="status">
            <strong>{cancelled ? t('importer.resultStopped') : t('importer.result')}</strong>
            <p className={styles.resultText}>{t('importer.resultText', counts)}</p>
            {cancelled ? <p className={styles.resultText}>{t('importer.stoppedText')}</p> : null}
          </Notice>
          <Button variant="filled" autoFocus onClick={importing.close}>
            {t('importer.show')}
          </Button>
        </div>
      );
    }
    default:
      return assertNever(step);
  }
};

const Waiting = ({ children }: { readonly children: ReactNode }) => <div className={styles.waiting}>{children}</div>;
