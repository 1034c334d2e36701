import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListsOutput } from '#shared/contract/runs.ts';
import { templateProblem } from '#shared/domain/file-name.ts';
import type { Problem } from '#shared/result.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';

const MODES = ['files', 'combined', 'none'] as const;

/** Holds the choices of all modes at once, so that switching between them loses nothing that was typed. */
export interface OutputChoice {
  readonly mode: ListsOutput['mode'];
  readonly variant: 'domain' | 'ip';
  readonly template: string;
}

/** The part of the choice that applies to its mode. */
export const outputOf = ({ mode, variant, template }: OutputChoice): ListsOutput => {
  switch (mode) {
    case 'none':
      return { mode };
    case 'combined':
      return { mode, variant };
    case 'files':
      return { mode, variant, template };
  }
};

/** The problems for which the core would refuse the choice. */
export const outputProblems = ({ mode, template }: OutputChoice): readonly Problem[] => {
  const problem = mode === 'files' ? templateProblem(template) : undefined;
  return problem === undefined ? [] : [{ field: 'template', ...problem }];
};

/** A form that keeps its output as one value has the problems of these fields at it. */
export const OUTPUT_KEYS = { template: 'output', variant: 'output' } as const;

interface OutputFieldsProps {
  readonly value: OutputChoice;
  readonly onChange: (value: OutputChoice) => void;
  /** Whether the lists may stay in the app. Lists to be saved are already there. */
  readonly mayKeep: boolean;
  readonly problem: (field: string) => string | undefined;
}

/** Chooses where the lines go: into one file per list, into one file, or nowhere. */
export const OutputFields = ({ value, onChange, mayKeep, problem }: OutputFieldsProps) => {
  const { t } = useTranslation(['runLists', 'lists']);
  const [wrong] = outputProblems(value);
  const modes = MODES.filter((mode) => mayKeep || mode !== 'none');
  return (
    <>
      <ChoiceField
        label={t('runLists:output.label')}
        description={t(`runLists:output.${value.mode}Hint`)}
        error={problem('output')}
        value={value.mode}
        data={modes.map((mode) => ({ value: mode, label: t(`runLists:output.${mode}`) }))}
        onChange={(mode) => onChange({ ...value, mode })}
      />
      {value.mode === 'files' ? (
        <TextInput
          label={t('runLists:output.template')}
          description={t('runLists:output.templateHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          spellCheck={false}
          value={value.template}
          error={problem('template') ?? (wrong === undefined ? undefined : problemText(wrong))}
          onChange={(event) => onChange({ ...value, template: event.currentTarget.value })}
        />
      ) : null}
      {value.mode === 'none' ? null : (
        <ChoiceField
          label={t('runLists:output.host')}
          error={problem('variant')}
          value={value.variant}
          data={[
            { value: 'domain', label: t('lists:variant.domain') },
            { value: 'ip', label: t('lists:variant.ip') },
          ]}
          onChange={(variant) => onChange({ ...value, variant })}
        />
      )}
    </>
  );
};
