import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListsOutput } from '#shared/contract/runs.ts';
import { templateProblem } from '#shared/domain/file-name.ts';
import type { AppError } from '#shared/result.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';

const MODES = ['files', 'combined', 'none'] as const;

/** Holds the choices of all modes at once, so that switching between them loses nothing that was typed. */
export interface OutputChoice {
  readonly mode: ListsOutput['mode'];
  readonly variant: 'domain' | 'ip';
  readonly template: string;
}

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

/** Returns `false` if the core would refuse the choice. The field then says why. */
export const isUsableOutput = ({ mode, template }: OutputChoice): boolean =>
  mode !== 'files' || templateProblem(template) === undefined;

interface OutputFieldsProps {
  readonly value: OutputChoice;
  readonly onChange: (value: OutputChoice) => void;
  /** Whether the lists may stay in the app. Lists to be saved are already there. */
  readonly mayKeep: boolean;
  readonly error: AppError | undefined;
}

/** Chooses where the lines go: into one file per list, into one file, or nowhere. */
export const OutputFields = ({ value, onChange, mayKeep, error }: OutputFieldsProps) => {
  const { t } = useTranslation(['runLists', 'lists']);
  const problem = templateProblem(value.template);
  const modes = MODES.filter((mode) => mayKeep || mode !== 'none');
  return (
    <>
      <ChoiceField
        label={t('runLists:output.label')}
        description={t(`runLists:output.${value.mode}Hint`)}
        error={fieldProblem(error, 'output')}
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
          error={
            problem === undefined ? fieldProblem(error, 'template') : problemText({ field: 'template', ...problem })
          }
          onChange={(event) => onChange({ ...value, template: event.currentTarget.value })}
        />
      ) : null}
      {value.mode === 'none' ? null : (
        <ChoiceField
          label={t('runLists:output.host')}
          error={fieldProblem(error, 'variant')}
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
