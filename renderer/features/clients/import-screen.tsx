import { Button, Group, Loader, Progress, Stack } from '@mantine/core';
import { IconArrowLeft, IconShoppingCartPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { assertNever } from '#shared/result.ts';
import { ImportBadLines } from '../../parts/clients/import-report.tsx';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { percentOf } from '../../ui/percent.ts';
import { Screen } from '../../ui/screen.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import styles from './import.module.css';
import { ImportReview } from './import-review.tsx';
import { closeImport, leaveImport, stopImport, useImport } from './import-store.ts';
import { PasteTable } from './paste-table.tsx';

/** Shows the import instead of the client list. The user sees the content of the file before anything is imported. */
export const ImportScreen = () => {
  const { t } = useTranslation('clients');
  const { step, error } = useImport();
  // Leaving keeps a file that is under review, and an import that is writing continues.
  useEscape(step.kind === 'preview' || step.kind === 'writing' ? leaveImport : closeImport, { beyondFields: true });
  const fileName = 'preview' in step ? step.preview.fileName : undefined;
  return (
    <Screen
      title={t('importer.title')}
      aside={fileName === undefined ? undefined : <bdi>{fileName}</bdi>}
      actions={
        step.kind === 'writing' ? null : (
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={closeImport}>
            {t('importer.back')}
          </Button>
        )
      }
    >
      <ErrorNotice error={error} strip />
      <ImportStepView />
    </Screen>
  );
};

const ImportStepView = () => {
  const { t } = useTranslation(['clients', 'common']);
  const { step, progress } = useImport();
  switch (step.kind) {
    case 'none':
      return null;
    case 'pasting':
      return <PasteTable />;
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
      return <ImportReview key={step.preview.importId} preview={step.preview} busy={step.busy} />;
    case 'writing': {
      const { records } = step.preview.counts;
      return (
        <Waiting>
          <span role="status">{t('importer.writing', { done: progress, total: records })}</span>
          <Progress w={320} value={percentOf(progress, records)} aria-label={t('importer.title')} />
          <Button onClick={stopImport}>{t('common:words.stop')}</Button>
        </Waiting>
      );
    }
    case 'done': {
      const { cancelled, runId, addedIds, ...counts } = step.result;
      return (
        <div className={styles.result}>
          <Notice tone={cancelled || counts.bad > 0 ? 'warn' : 'ok'} live="status">
            <strong>{cancelled ? t('importer.resultStopped') : t('importer.result')}</strong>
            <p className={styles.resultText}>{t('importer.resultText', counts)}</p>
            {cancelled ? <p className={styles.resultText}>{t('importer.stoppedText')}</p> : null}
            {counts.bad === 0 ? null : <p className={styles.resultText}>{t('importer.report.kept')}</p>}
          </Notice>
          <Group gap={10}>
            <Button variant="filled" autoFocus onClick={closeImport}>
              {t('importer.show')}
            </Button>
            {addedIds.length === 0 ? null : (
              <ServiceButton
                leftSection={<IconShoppingCartPlus size={15} aria-hidden />}
                onClick={() => openDraft('vpn-buy', addedIds, 'clients')}
              >
                {t('importer.buyVpn', { count: addedIds.length })}
              </ServiceButton>
            )}
          </Group>
          {counts.bad === 0 ? null : <ImportBadLines runId={runId} />}
        </div>
      );
    }
    default:
      return assertNever(step);
  }
};

const Waiting = ({ children }: { readonly children: ReactNode }) => (
  <Stack gap={14} align="center" pt={96}>
    {children}
  </Stack>
);
