import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { FormatId } from '#shared/contract/lists.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { go } from '../../../nav/router.ts';
import { isUsableOutput, OutputFields, outputOf } from '../../../parts/lists/output-fields.tsx';
import { useOutput } from '../../../parts/lists/use-output.ts';
import type { ListsDraft } from '../../../parts/runs/draft-store.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { FormScreen } from '../../../ui/form-screen.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SubmitButton } from '../../../ui/service-hint.tsx';
import { useEscape } from '../../../ui/use-escape.ts';

type Check = ProcedureOutput<'runs.checkLists'>;

const fullOf = (check: Check): number => check.lists - check.empty;
/** The number of lists that are available in this format. */
const availableIn = (check: Check, formatId: FormatId | null): number =>
  formatId === null ? fullOf(check) : (check.available.find((one) => one.formatId === formatId)?.lists ?? 0);

/** Saves many existing lists as files. */
export const ExportForm = ({ selection }: { readonly selection: ListsDraft }) => {
  const { t } = useTranslation(['runLists', 'runs']);
  const [output, setOutput, isOwn] = useOutput('files');
  const [formatId, setFormatId] = useState<FormatId | null>(null);
  const start = useAction('runs.start');
  const query = useQuery('runs.checkLists', { listIds: [...selection.ids], variant: output.variant });
  const check = query.value;
  const count = check === undefined ? selection.ids.length : availableIn(check, formatId);

  const back = () => go(selection.from);
  useEscape(isOwn ? null : back, { beyondFields: true });

  const submit = async () => {
    if (start.busy || count === 0 || !isUsableOutput(output)) return;
    const result = await start.run({
      kind: 'export',
      listIds: [...selection.ids],
      formatId,
      output: outputOf(output),
    });
    if (result.ok && result.value !== null) go('run', { runId: result.value.id });
  };

  return (
    <FormScreen
      title={t('exportTitle')}
      aside={t('forLists', { count: selection.ids.length })}
      label={t('exportTitle')}
      onBack={back}
      onSubmit={submit}
      left={
        <>
          <OutputFields value={output} onChange={setOutput} mayKeep={false} error={start.error} />
          {check === undefined ? null : (
            <>
              <FormatChoice check={check} value={formatId} onChange={setFormatId} />
              <ListWarnings check={check} formatId={formatId} isOneFile={output.mode === 'combined'} />
            </>
          )}
          <ErrorNotice error={query.error} />
        </>
      }
      problem={
        start.error === undefined || start.error.details?.problems !== undefined ? null : (
          <ErrorNotice error={start.error} />
        )
      }
      buttons={
        <SubmitButton
          variant="filled"
          size="md"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={start.busy}
          disabled={count === 0 || !isUsableOutput(output)}
        >
          {t('save', { count })}
        </SubmitButton>
      }
    />
  );
};

interface FormatChoiceProps {
  readonly check: Check;
  readonly value: FormatId | null;
  readonly onChange: (formatId: FormatId | null) => void;
}

const FormatChoice = ({ check, value, onChange }: FormatChoiceProps) => {
  const { t } = useTranslation(['runLists', 'runs', 'lists']);
  return (
    <ChoiceField
      label={t('lists:format.label')}
      value={String(value)}
      data={[
        { value: 'null', label: t('asGenerated') },
        ...check.available.map(({ formatId, lists }) => ({
          value: String(formatId),
          label: t('formatCount', { formatId, lists }),
          disabled: lists === 0,
        })),
      ]}
      onChange={(text) => onChange(check.available.find((one) => String(one.formatId) === text)?.formatId ?? null)}
    />
  );
};

interface ListWarningsProps {
  readonly check: Check;
  readonly formatId: FormatId | null;
  readonly isOneFile: boolean;
}

const ListWarnings = ({ check, formatId, isOneFile }: ListWarningsProps) => {
  const { t } = useTranslation(['runLists', 'runs']);
  const unfit = fullOf(check) - availableIn(check, formatId);
  const isMixed = formatId === null && isOneFile && check.own.filter(({ lists }) => lists > 0).length > 1;
  return (
    <>
      {check.removed === 0 ? null : <Notice tone="info">{t('warnings.removed', { count: check.removed })}</Notice>}
      {check.empty === 0 ? null : <Notice tone="warn">{t('warnings.empty', { count: check.empty })}</Notice>}
      {unfit === 0 ? null : <Notice tone="warn">{t('warnings.format', { count: unfit })}</Notice>}
      {isMixed ? <Notice tone="warn">{t('mixedFormats')}</Notice> : null}
    </>
  );
};
