import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput, ProcedureOutput } from '#shared/contract/index.ts';
import type { FormatId } from '#shared/contract/lists.ts';
import { call } from '../../../bridge/desk.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { go } from '../../../nav/router.ts';
import {
  OUTPUT_KEYS,
  type OutputChoice,
  OutputFields,
  outputOf,
  outputProblems,
} from '../../../parts/lists/output-fields.tsx';
import { useFirstOutput } from '../../../parts/lists/use-first-output.ts';
import type { ListsDraft } from '../../../parts/runs/draft-store.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { type Read, unreadable } from '../../../ui/form/form-state.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormScreen } from '../../../ui/form-screen.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SubmitButton } from '../../../ui/service-hint.tsx';
import { useEscape } from '../../../ui/use-escape.ts';

type Check = ProcedureOutput<'runs.checkLists'>;

const fullOf = (check: Check): number => check.lists - check.empty;
/** The number of lists that are available in this format. */
const availableIn = (check: Check, formatId: FormatId | null): number =>
  formatId === null ? fullOf(check) : (check.available.find((one) => one.formatId === formatId)?.lists ?? 0);

interface Typed {
  readonly output: OutputChoice;
  /** `null` saves each list in the format in which it was made. */
  readonly formatId: FormatId | null;
}

type Wanted = Omit<Extract<ProcedureInput<'runs.start'>, { kind: 'export' }>, 'kind' | 'listIds'>;

const read = ({ output, formatId }: Typed): Read<Wanted> => {
  const problems = outputProblems(output);
  return problems.length > 0
    ? unreadable(...problems)
    : { ok: true, value: { output: outputOf(output), formatId: output.layout === undefined ? formatId : null } };
};

/** Saves many existing lists as files. */
export const ExportForm = ({ selection }: { readonly selection: ListsDraft }) => {
  const { t } = useTranslation(['runLists', 'runs']);
  const first = useFirstOutput();
  const form = useForm<Typed, Wanted>({ initial: { output: first, formatId: null }, read, keys: OUTPUT_KEYS });
  const { output } = form.values;
  // A layout is built from the lines as each list has them.
  const formatId = output.layout === undefined ? form.values.formatId : null;
  const query = useQuery('runs.checkLists', { listIds: [...selection.ids], variant: output.variant });
  const check = query.value;
  const count = check === undefined ? selection.ids.length : availableIn(check, formatId);

  const back = () => go(selection.from);
  useEscape(output === first ? back : null, { beyondFields: true });

  const submit = async () => {
    if (count === 0) return;
    await form.submit(
      (wanted) => call('runs.start', { kind: 'export', listIds: [...selection.ids], ...wanted }),
      (run) => run !== null && go('run', { runId: run.id }),
    );
  };

  return (
    <FormScreen
      title={t('exportTitle')}
      aside={t('forLists', { count: selection.ids.length })}
      label={t('exportTitle')}
      formRef={form.ref}
      onBack={back}
      onSubmit={submit}
      left={
        <>
          <OutputFields
            value={output}
            onChange={(next) => form.change({ output: next })}
            mayKeep={false}
            problem={form.problem}
          />
          {check === undefined ? null : (
            <>
              {output.layout === undefined ? (
                <FormatChoice check={check} value={formatId} onChange={(next) => form.change({ formatId: next })} />
              ) : null}
              <ListWarnings
                check={check}
                formatId={formatId}
                isOneFile={output.mode === 'combined' && output.layout === undefined}
              />
            </>
          )}
          <ErrorNotice error={query.error} />
        </>
      }
      problem={<ErrorNotice error={form.error} />}
      buttons={
        <SubmitButton
          variant="filled"
          size="md"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={form.busy}
          disabled={count === 0 || outputProblems(output).length > 0}
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
