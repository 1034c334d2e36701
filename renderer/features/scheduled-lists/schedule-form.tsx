import { Checkbox, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { go } from '../../nav/router.ts';
import { OutputFields } from '../../parts/lists/output-fields.tsx';
import { useFirstOutput } from '../../parts/lists/use-first-output.ts';
import { FormatPicker } from '../../parts/recipe/format-picker.tsx';
import { useGenerator } from '../../parts/recipe/generator-store.ts';
import { PlaceFields } from '../../parts/recipe/place-fields.tsx';
import { PoolPicker } from '../../parts/recipe/pool-picker.tsx';
import { PresetBar } from '../../parts/recipe/preset-bar.tsx';
import { QuantityField } from '../../parts/recipe/quantity-field.tsx';
import { changedRecipe, draftOf, type RecipeDraft } from '../../parts/recipe/recipe-draft.ts';
import { SessionFields } from '../../parts/recipe/session-fields.tsx';
import type { ScheduleDraft } from '../../parts/runs/draft-store.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormScreen } from '../../ui/form-screen.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SubmitButton } from '../../ui/service-hint.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { FolderFields } from './folder-fields.tsx';
import { RhythmFields } from './rhythm-fields.tsx';
import { firstSchedule, type KnownSchedule, readSchedule, SCHEDULE_KEYS } from './typed-schedule.ts';
import { useSingleClient, WhomFields, withFound } from './whom-fields.tsx';

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

/** The recipe at first. A new schedule begins with what the generator contains. */
const firstRecipe = (draft: ScheduleDraft, known: KnownSchedule | undefined): RecipeDraft => {
  const before = useGenerator.getState().draft.recipe;
  const recipe = known?.recipe ?? draft.recipe;
  return recipe === undefined ? before : draftOf(recipe, before);
};

interface FormProps {
  readonly draft: ScheduleDraft;
  /** The schedule that is edited or copied. */
  readonly known: KnownSchedule | undefined;
}

const Form = ({ draft, known }: FormProps) => {
  const { t } = useTranslation(['scheduledLists', 'runLists', 'runs', 'common']);
  const isEdit = draft.scheduleId !== undefined;
  const output = useFirstOutput(known?.output);
  const form = useForm({
    initial: firstSchedule({ known, isEdit, ids: draft.ids, recipe: firstRecipe(draft, known), output }),
    read: readSchedule,
    keys: SCHEDULE_KEYS,
    keptAs: `schedule ${draft.draftId}`,
  });
  const { whom, recipe, rhythm, zone, keep, folder } = form.values;
  useSingleClient(whom, (client) => form.change((before) => ({ whom: withFound(before.whom, client) })));
  const changeRecipe = (change: Partial<RecipeDraft>) => form.change({ recipe: changedRecipe(recipe, change) });

  const submit = async () => {
    await form.submit(
      (terms) =>
        call('scheduledLists.save', {
          ...terms,
          scheduleId: draft.scheduleId ?? null,
          enabled: isEdit ? (known?.enabled ?? true) : true,
        }),
      ({ id }) => {
        doneToast(t('form.saved'));
        go('schedule', { scheduleId: id, filter: { tab: 'lists' } });
      },
    );
  };

  return (
    <FormScreen
      title={isEdit ? t('form.editTitle') : t('add')}
      label={t('form.label')}
      formRef={form.ref}
      onBack={() => go(draft.from)}
      tools={<PresetBar recipe={recipe} onApply={(applied) => form.change({ recipe: draftOf(applied, recipe) })} />}
      onSubmit={submit}
      left={
        <>
          <TextInput label={t('common:words.title')} description={t('form.nameHint')} {...form.input('name')} />
          <WhomFields {...form.field('whom')} />
          <PoolPicker client={null} value={recipe.poolType} onChange={(poolType) => changeRecipe({ poolType })} />
          <PlaceFields recipe={recipe} onChange={changeRecipe} error={form.problem('countries')} />
          <SessionFields recipe={recipe} onChange={changeRecipe} ttlError={form.problem('ttlMinutes')} />
          <Checkbox label={t('runLists:warnings.skip')} {...form.box('skips')} />
        </>
      }
      right={
        <>
          <RhythmFields
            value={rhythm}
            zone={zone}
            madeDay={isEdit ? (known?.last?.day ?? null) : null}
            onChange={(next) => form.change({ rhythm: next })}
            onZone={(next) => form.change({ zone: next })}
            problem={form.problem}
          />
          <FolderFields
            folder={folder}
            onFolder={(next) => form.change({ folder: next })}
            keep={keep}
            onKeep={(next) => form.change({ keep: next })}
            problem={form.problem}
          />
          <QuantityField
            label={t('runLists:quantityEach')}
            recipe={recipe}
            onChange={changeRecipe}
            error={form.problem('quantity')}
          />
          <FormatPicker value={recipe.formatId} onChange={(formatId) => changeRecipe({ formatId })} />
          <OutputFields
            value={form.values.output}
            onChange={(next) => form.change({ output: next })}
            mayKeep={false}
            problem={form.problem}
          />
        </>
      }
      problem={<ErrorNotice error={form.error} />}
      buttons={
        <SubmitButton
          variant="filled"
          size="md"
          leftSection={<IconDeviceFloppy size={16} aria-hidden />}
          loading={form.busy}
        >
          {t('form.save')}
        </SubmitButton>
      }
    />
  );
};
