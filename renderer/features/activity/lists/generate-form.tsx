import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { call } from '../../../bridge/desk.ts';
import { useNoService } from '../../../bridge/service-gap.ts';
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
import { FormatPicker } from '../../../parts/recipe/format-picker.tsx';
import { applyRecipe, changeDraft, changeRecipe, useGenerator } from '../../../parts/recipe/generator-store.ts';
import { PlaceFields } from '../../../parts/recipe/place-fields.tsx';
import { PoolPicker } from '../../../parts/recipe/pool-picker.tsx';
import { PresetBar } from '../../../parts/recipe/preset-bar.tsx';
import { QuantityField } from '../../../parts/recipe/quantity-field.tsx';
import { RECIPE_KEYS, type RecipeDraft, recipeDraftProblems, recipeOf } from '../../../parts/recipe/recipe-draft.ts';
import { SessionFields } from '../../../parts/recipe/session-fields.tsx';
import type { ListsDraft } from '../../../parts/runs/draft-store.ts';
import { useSettings } from '../../../parts/settings/settings-store.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { type Read, unreadable } from '../../../ui/form/form-state.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormScreen } from '../../../ui/form-screen.tsx';
import { ServiceButton } from '../../../ui/service-hint.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { ClientWarnings } from './client-warnings.tsx';

const MINUTE_S = 60;

type Wanted = Omit<Extract<ProcedureInput<'runs.start'>, { kind: 'generate' }>, 'kind' | 'clientIds'>;

interface Typed {
  readonly recipe: RecipeDraft;
  readonly output: OutputChoice;
  readonly skips: boolean;
}

const read = ({ recipe, output, skips }: Typed): Read<Wanted> => {
  const problems = [...recipeDraftProblems(recipe), ...outputProblems(output)];
  return problems.length > 0
    ? unreadable(...problems)
    : { ok: true, value: { recipe: recipeOf(recipe), output: outputOf(output), skipWithoutTraffic: skips } };
};

/** Generates lists by the generator's recipe for each selected client, and chooses where they are saved. */
export const GenerateForm = ({ selection }: { readonly selection: ListsDraft }) => {
  const { t } = useTranslation(['runLists', 'common', 'runs', 'generator']);
  const noService = useNoService();
  const recipe = useGenerator((state) => state.draft.recipe);
  const settings = useSettings((state) => state.settings);
  const first = useFirstOutput();
  const [own, setOwn] = useState({ output: first, skips: true });
  const { output, skips } = own;
  const form = useForm({
    values: { recipe, ...own },
    onChange: ({ recipe: changed, ...part }) => {
      if (changed !== undefined) changeDraft({ recipe: changed });
      setOwn((before) => ({ ...before, ...part }));
    },
    read,
    keys: { ...RECIPE_KEYS, ...OUTPUT_KEYS },
  });
  const check = useQuery('runs.checkClients', { clientIds: [...selection.ids], poolType: recipe.poolType });
  const { quantity } = recipeOf(recipe);
  const left = skips ? (check.value?.withoutTraffic ?? 0) : 0;
  const count = Math.max(0, (check.value?.clients ?? selection.ids.length) - left);
  const requests = settings === undefined ? 0 : count * Math.ceil(Math.max(1, quantity) / settings.chunkSize);
  const minutes = settings === undefined ? 0 : Math.floor(requests / settings.requestsPerSecond / MINUTE_S);

  const back = () => go(selection.from);
  // The generator keeps the recipe, so only the other fields would be lost.
  useEscape(output === first ? back : null, { beyondFields: true });

  const submit = async () => {
    if (noService) return;
    await form.submit(
      (wanted) => call('runs.start', { kind: 'generate', clientIds: [...selection.ids], ...wanted }),
      (run) => run !== null && go('run', { runId: run.id }),
    );
  };

  return (
    <FormScreen
      title={t('runLists:generateTitle')}
      aside={t('runLists:forClients', { count: selection.ids.length })}
      label={t('generator:form')}
      formRef={form.ref}
      onBack={back}
      tools={<PresetBar recipe={recipe} onApply={applyRecipe} />}
      onSubmit={submit}
      left={
        <>
          <PoolPicker client={null} value={recipe.poolType} onChange={(poolType) => changeRecipe({ poolType })} />
          <PlaceFields recipe={recipe} onChange={changeRecipe} error={form.problem('countries')} />
          <SessionFields recipe={recipe} onChange={changeRecipe} ttlError={form.problem('ttlMinutes')} />
        </>
      }
      right={
        <>
          <QuantityField
            label={t('runLists:quantityEach')}
            recipe={recipe}
            onChange={changeRecipe}
            error={form.problem('quantity')}
          />
          <FormatPicker value={recipe.formatId} onChange={(formatId) => changeRecipe({ formatId })} />
          <OutputFields
            value={output}
            onChange={(next) => form.change({ output: next })}
            mayKeep
            problem={form.problem}
          />
          {check.value === undefined ? null : (
            <ClientWarnings
              check={check.value}
              needsWhitelist={recipe.formatId === 3}
              skips={skips}
              onSkips={(next) => form.change({ skips: next })}
            />
          )}
          <ErrorNotice error={check.error} />
        </>
      }
      problem={<ErrorNotice error={form.error} />}
      buttons={
        <>
          <ServiceButton
            type="submit"
            variant="filled"
            size="md"
            leftSection={<IconWand size={16} aria-hidden />}
            loading={form.busy}
            disabled={count === 0}
          >
            {output.mode === 'none' ? t('runLists:startNoFiles', { count }) : t('runLists:start', { count })}
          </ServiceButton>
          {settings === undefined ? null : (
            <span className="dim">
              {minutes < 1 ? t('runLists:requests', { requests }) : t('runLists:estimate', { requests, minutes })}
            </span>
          )}
        </>
      }
    />
  );
};
