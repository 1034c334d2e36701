import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChosenLayout } from '#shared/contract/layouts.ts';
import type { ListsOutput } from '#shared/contract/runs.ts';
import { templateProblem } from '#shared/domain/file-name.ts';
import type { Problem } from '#shared/result.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { useTexts } from '../../i18n/use-language.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { layoutChoices, layoutKeyOf, layoutNameOf } from './layout-choices.ts';

const MODES = ['files', 'combined', 'none'] as const;

/** Holds the choices of all modes at once, so that switching between them loses nothing that was typed. */
export interface OutputChoice {
  readonly mode: ListsOutput['mode'];
  readonly variant: 'domain' | 'ip';
  readonly template: string;
  /** Missing: as the service sends the lines. */
  readonly layout?: ChosenLayout | undefined;
}

/** The part of the choice that applies to its mode. */
export const outputOf = ({ mode, variant, template, layout }: OutputChoice): ListsOutput => {
  const laidOut = layout === undefined ? {} : { layout };
  switch (mode) {
    case 'none':
      return { mode };
    case 'combined':
      return { mode, variant, ...laidOut };
    case 'files':
      return { mode, variant, template, ...laidOut };
  }
};

/** The problems for which the core would refuse the choice. */
export const outputProblems = ({ mode, template }: OutputChoice): readonly Problem[] => {
  const problem = mode === 'files' ? templateProblem(template) : undefined;
  return problem === undefined ? [] : [{ field: 'template', ...problem }];
};

/** A form that keeps its output as one value has the problems of these fields at it. */
export const OUTPUT_KEYS = { template: 'output', variant: 'output', layout: 'output' } as const;

const hintOf = ({ mode, layout }: OutputChoice) =>
  mode === 'combined' && layout !== undefined ? 'combinedLayoutHint' : (`${mode}Hint` as const);

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
        description={t(`runLists:output.${hintOf(value)}`)}
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
        <LayoutField
          value={value.layout}
          onChange={(layout) => onChange({ ...value, layout })}
          error={problem('layout')}
        />
      )}
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

interface LayoutFieldProps {
  readonly value: ChosenLayout | undefined;
  readonly onChange: (layout: ChosenLayout | undefined) => void;
  readonly error: string | undefined;
}

const AS_SENT = 'as-sent';

/** Chooses the layout of the lines: as the service sends them, a ready one, or one of the reseller's own. */
const LayoutField = ({ value, onChange, error }: LayoutFieldProps) => {
  const { t } = useTranslation(['layouts', 'runLists']);
  const words = useTexts();
  const saved = useQuery('layouts.list', {}, ['layouts.changed']);
  const choices = layoutChoices(saved.value ?? []);
  const option = (choice: ChosenLayout) => ({ value: layoutKeyOf(choice), label: layoutNameOf(choice, words) });
  // A layout that was removed or changed since it was chosen stays shown until another one is chosen.
  const isKnown = value === undefined || choices.some((choice) => layoutKeyOf(choice) === layoutKeyOf(value));
  const former =
    isKnown || saved.value === undefined
      ? []
      : [{ value: layoutKeyOf(value), label: t('layouts:former', { name: layoutNameOf(value, words) }) }];
  return (
    <Select
      label={t('layouts:ofLines')}
      description={t(value === undefined ? 'layouts:ofLinesHint' : 'layouts:ofLinesChosen')}
      allowDeselect={false}
      error={error}
      value={value === undefined ? AS_SENT : layoutKeyOf(value)}
      data={[
        { value: AS_SENT, label: t('layouts:asSent') },
        { group: t('layouts:ready'), items: choices.filter((choice) => 'preset' in choice).map(option) },
        {
          group: t('layouts:own'),
          items: [...choices.filter((choice) => !('preset' in choice)).map(option), ...former],
        },
      ]}
      onChange={(key) => onChange(choices.find((choice) => layoutKeyOf(choice) === key))}
    />
  );
};
