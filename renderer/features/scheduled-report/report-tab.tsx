import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduledReport } from '#shared/contract/scheduled-report.ts';
import { REPORT_PERIODS } from '#shared/domain/report-period.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Answer } from '../../ui/answer.tsx';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact, FactList } from '../../ui/fact.tsx';
import { FolderField } from '../../ui/folder-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SaveButton } from '../../ui/save-button.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './scheduled-report.module.css';

/** Chooses whether, when and where reports are written automatically, and shows the files. */
export const ReportTab = ({ tabs }: { readonly tabs: ReactNode }) => {
  const { t } = useTranslation('common');
  const query = useQuery('scheduledReport.get', {}, ['scheduledReport.changed', 'sharedDesk.changed']);
  return (
    <>
      <Toolbar label={t('words.whatToShow')}>{tabs}</Toolbar>
      <ScreenBody width={640}>
        <Answer query={query} height={320}>
          {(known) => (
            <>
              <Notices known={known} />
              <ReportForm key={JSON.stringify(termsOf(known))} known={known} />
              <Written known={known} />
            </>
          )}
        </Answer>
      </ScreenBody>
    </>
  );
};

const termsOf = ({ enabled, every, format, time, folder, folderChosen }: ScheduledReport) => ({
  enabled,
  every,
  format,
  time,
  folder: folderChosen ? folder : '',
});

const Notices = ({ known }: { readonly known: ScheduledReport }) => {
  const { t } = useTranslation(['scheduledReport', 'alerts']);
  const { enabled, folder, folderChosen, problem, hidesSales } = known;
  return (
    <>
      {enabled && !folderChosen && folder !== '' ? <Notice tone="warn">{t('restored')}</Notice> : null}
      {problem === null ? null : <Notice tone="bad">{t(`alerts:reportTroubles.${problem}`)}</Notice>}
      {hidesSales ? <Notice tone="info">{t('hidden')}</Notice> : null}
    </>
  );
};

const ReportForm = ({ known }: { readonly known: ScheduledReport }) => {
  const { t } = useTranslation(['scheduledReport', 'scheduledLists']);
  const { folder, ...terms } = termsOf(known);
  const form = useForm({
    initial: { ...terms, folder: { folderId: null as number | null, folder } },
    read: ({ folder: { folderId }, ...typed }) => ({ ok: true, value: { ...typed, folderId } }),
  });
  const { enabled } = form.values;
  const choose = async () => {
    const chosen = await callOrTell('scheduledReport.chooseFolder', {});
    if (chosen !== undefined && chosen !== null) form.change({ folder: chosen });
  };
  const submit = () =>
    form.submit(
      (value) => call('scheduledReport.save', value),
      (saved) => doneToast(t(saved.enabled ? 'savedOn' : 'savedOff')),
    );
  return (
    <Form ref={form.ref} aria-label={t('label')} onSubmit={submit}>
      <Checkbox label={t('enabled')} description={t('enabledHint')} {...form.box('enabled')} />
      {enabled ? (
        <>
          <ChoiceField
            label={t('every')}
            data={REPORT_PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
            {...form.field('every')}
          />
          <ChoiceField
            label={t('format')}
            data={(['csv', 'pdf'] as const).map((value) => ({ value, label: t(`formats.${value}`) }))}
            {...form.field('format')}
          />
          <TextInput
            label={t('scheduledLists:form.time')}
            description={t('timeHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.input('time')}
          />
          <FolderField
            label={t('folder')}
            folder={form.values.folder.folder}
            onChoose={() => void choose()}
            error={form.problem('folder')}
          />
        </>
      ) : null}
      <ErrorNotice error={form.error} />
      <SaveButton loading={form.busy} />
    </Form>
  );
};

const Written = ({ known }: { readonly known: ScheduledReport }) => {
  const { t } = useTranslation('scheduledReport');
  const format = useFormat();
  const now = useNow();
  const write = useAction('scheduledReport.writeNow');
  const { enabled, folderChosen, nextAt, files } = known;
  const writeNow = async () => {
    const result = await write.run({});
    if (result.ok) doneToast(t('written', { file: result.value.fileName }));
  };
  const next =
    nextAt === null ? t(enabled ? 'noFolder' : 'off') : nextAt <= now ? t('due') : format.moment(nextAt, now);
  return (
    <>
      <FactList label={t('facts')}>
        <Fact name={t('next')}>{next}</Fact>
        <Fact name={t('files')}>
          {files.length === 0 ? (
            t('none')
          ) : (
            <ul className={styles.files} aria-label={t('files')}>
              {files.map(({ id: fileId, fileName, at }) => (
                <li key={fileId}>
                  <TextLink onGo={() => void callOrTell('scheduledReport.showFile', { fileId })}>{fileName}</TextLink>
                  <span className="dim">{format.moment(at, now)}</span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </FactList>
      {folderChosen ? (
        <Group>
          <Button
            leftSection={<IconFileText size={15} aria-hidden />}
            loading={write.busy}
            onClick={() => void writeNow()}
          >
            {t('writeNow')}
          </Button>
        </Group>
      ) : null}
      <ErrorNotice error={write.error} />
    </>
  );
};
