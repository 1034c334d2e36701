import { Checkbox, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { Recipe } from '#shared/contract/lists.ts';
import { parseWholeNumber } from '#shared/domain/typed-number.ts';
import { localZone } from '#shared/domain/zoned-time.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { go } from '../../nav/router.ts';
import { isUsableOutput, OutputFields, outputOf } from '../../parts/lists/output-fields.tsx';
import { useOutput } from '../../parts/lists/use-output.ts';
import { FormatPicker } from '../../parts/recipe/format-picker.tsx';
import { changeDraft, draftProblems, lendFields, recipeOf, useGenerator } from '../../parts/recipe/generator-store.ts';
import { PlaceFields } from '../../parts/recipe/place-fields.tsx';
import { PoolPicker } from '../../parts/recipe/pool-picker.tsx';
import { PresetBar } from '../../parts/recipe/preset-bar.tsx';
import { QuantityField } from '../../parts/recipe/quantity-field.tsx';
import { SessionFields } from '../../parts/recipe/session-fields.tsx';
import { useDraftForm } from '../../parts/recipe/use-draft-form.ts';
import type { ScheduleDraft } from '../../parts/runs/draft-store.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormScreen } from '../../ui/form-screen.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SubmitButton } from '../../ui/service-hint.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { FolderFields } from './folder-fields.tsx';
import { RhythmFields, type TypedRhythm } from './rhythm-fields.tsx';
import { clientsOf, useWhom, WhomFields } from './whom-fields.tsx';

type Known = ProcedureOutput<'scheduledLists.get'>;

/** The form for a new, an existing or a copied schedule. */
export const ScheduleForm = ({ draft }: { readonly draft: ScheduleDraft }) => {
  const { t } = useTranslation('scheduledLists');
  const knownId = draft.scheduleId ?? draft.copyOf;
  const known = useQuery('scheduledLists.get', knownId === undefined ? null : { scheduleId: knownId });
  if (knownId !== undefined && known.value === undefined) {
    return (
      <Screen title={t('form.editTitle')}>
        <ErrorNotice error={known.error} onRetry={known.reload} strip />
      </Screen>
    );
  }
  return <Form draft={draft} known={known.value} />;
};

/** Lends the generator's fields to the recipe of the schedule, and restores them afterwards. */
const useOwnRecipe = (recipe: Recipe | undefined): boolean => {
  const [isReady, setReady] = useState(false);
  // Only the initial recipe matters, because the form owns later changes.
  const [first] = useState(recipe);
  useEffect(() => {
    setReady(true);
    return lendFields(first);
  }, [first]);
  return isReady;
};

interface FormProps {
  readonly draft: ScheduleDraft;
  /** The schedule that is edited or copied. */
  readonly known: Known | undefined;
}

const Form = ({ draft: selection, known }: FormProps) => {
  const { t } = useTranslation(['scheduledLists', 'runLists', 'runs', 'common']);
  const isReady = useOwnRecipe(known?.recipe ?? selection.recipe);
  const draft = useGenerator((state) => state.draft);
  const isEdit = selection.scheduleId !== undefined;
  const [name, setName] = useState(isEdit ? (known?.name ?? '') : '');
  const [whom, setWhom] = useWhom(known?.tag ?? null, known?.clientIds ?? selection.ids);
  const [rhythm, setRhythm] = useState<TypedRhythm>({
    every: known?.rhythm.every ?? 'day',
    monthDay: String(known?.rhythm.monthDay ?? 1),
    time: known?.rhythm.time ?? '08:00',
  });
  const [zone, setZone] = useState(known?.zone ?? localZone());
  const [output, setOutput] = useOutput('files', known?.output);
  const [skips, setSkips] = useState(known?.skipWithoutTraffic ?? true);
  const [keep, setKeep] = useState<string | null>(known?.keep == null ? null : String(known.keep));
  const [folder, setFolder] = useState<{ readonly folderId: number | null; readonly folder: string }>({
    folderId: null,
    folder: isEdit ? (known?.folder ?? '') : '',
  });
  const madeDay = isEdit ? (known?.last?.day ?? null) : null;
  const save = useAction('scheduledLists.save');
  const { form, problem, isByField, refused, refuse, sending, showProblems } = useDraftForm(draft, save.error);
  const back = () => go(selection.from);

  const submit = async () => {
    if (save.busy) return;
    const clients = clientsOf(whom);
    if (clients === null || draftProblems(draft).length > 0 || !isUsableOutput(output)) {
      refuse();
      return;
    }
    const saved = outputOf(output);
    if (saved.mode === 'none') return;
    sending();
    const result = await save.run({
      scheduleId: selection.scheduleId ?? null,
      name,
      recipe: recipeOf(draft),
      output: saved,
      skipWithoutTraffic: skips,
      clients,
      // A text that is no number becomes 0, which the core refuses with the name of the field.
      rhythm: { ...rhythm, monthDay: parseWholeNumber(rhythm.monthDay) ?? 0 },
      zone,
      keep: keep === null ? null : (parseWholeNumber(keep) ?? 0),
      enabled: isEdit ? (known?.enabled ?? true) : true,
      folderId: folder.folderId,
    });
    if (!result.ok) {
      showProblems();
      return;
    }
    doneToast(t('form.saved'));
    go('schedule', { scheduleId: result.value.id, filter: { tab: 'lists' } });
  };

  if (!isReady) return null;
  return (
    <FormScreen
      title={isEdit ? t('form.editTitle') : t('add')}
      label={t('form.label')}
      formRef={form}
      onBack={back}
      tools={<PresetBar draft={draft} />}
      onSubmit={submit}
      left={
        <>
          <TextInput
            label={t('common:words.title')}
            description={t('form.nameHint')}
            value={name}
            error={fieldProblem(save.error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <WhomFields value={whom} onChange={setWhom} refused={refused} error={save.error} />
          <PoolPicker client={null} value={draft.poolType} onChange={(poolType) => changeDraft({ poolType })} />
          <PlaceFields draft={draft} error={problem('countries')} />
          <SessionFields draft={draft} ttlError={problem('ttlMinutes')} />
          <Checkbox
            label={t('runLists:warnings.skip')}
            checked={skips}
            onChange={(event) => setSkips(event.currentTarget.checked)}
          />
        </>
      }
      right={
        <>
          <RhythmFields
            value={rhythm}
            zone={zone}
            madeDay={madeDay}
            onChange={setRhythm}
            onZone={setZone}
            error={save.error}
          />
          <FolderFields folder={folder.folder} onFolder={setFolder} keep={keep} onKeep={setKeep} error={save.error} />
          <QuantityField label={t('runLists:quantityEach')} draft={draft} error={problem('quantity')} />
          <FormatPicker value={draft.formatId} onChange={(formatId) => changeDraft({ formatId })} />
          <OutputFields value={output} onChange={setOutput} mayKeep={false} error={save.error} />
        </>
      }
      problem={save.error === undefined || isByField ? null : <ErrorNotice error={save.error} />}
      buttons={
        <SubmitButton
          variant="filled"
          size="md"
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          loading={save.busy}
        >
          {t('form.save')}
        </SubmitButton>
      }
    />
  );
};
