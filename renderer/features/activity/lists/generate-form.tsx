import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoService } from '../../../bridge/service-gap.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { useQuery } from '../../../bridge/use-query.ts';
import { go } from '../../../nav/router.ts';
import { isUsableOutput, OutputFields, outputOf } from '../../../parts/lists/output-fields.tsx';
import { useOutput } from '../../../parts/lists/use-output.ts';
import { FormatPicker } from '../../../parts/recipe/format-picker.tsx';
import { changeDraft, draftProblems, recipeOf, useGenerator } from '../../../parts/recipe/generator-store.ts';
import { PlaceFields } from '../../../parts/recipe/place-fields.tsx';
import { PoolPicker } from '../../../parts/recipe/pool-picker.tsx';
import { PresetBar } from '../../../parts/recipe/preset-bar.tsx';
import { QuantityField } from '../../../parts/recipe/quantity-field.tsx';
import { SessionFields } from '../../../parts/recipe/session-fields.tsx';
import { useDraftForm } from '../../../parts/recipe/use-draft-form.ts';
import type { ListsDraft } from '../../../parts/runs/draft-store.ts';
import { useSettings } from '../../../parts/settings/settings-store.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { FormScreen } from '../../../ui/form-screen.tsx';
import { ServiceButton } from '../../../ui/service-hint.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { ClientWarnings } from './client-warnings.tsx';

const MINUTE_S = 60;

/** Generates lists by the generator's recipe for each selected client, and chooses where they are saved. */
export const GenerateForm = ({ selection }: { readonly selection: ListsDraft }) => {
  const { t } = useTranslation(['runLists', 'common', 'runs', 'generator']);
  const noService = useNoService();
  const draft = useGenerator((state) => state.draft);
  const settings = useSettings((state) => state.settings);
  const [output, setOutput, isOwn] = useOutput('files');
  const [skips, setSkips] = useState(true);
  const start = useAction('runs.start');
  const { form, problem, isByField, refuse, sending, showProblems } = useDraftForm(draft, start.error);
  const check = useQuery('runs.checkClients', { clientIds: [...selection.ids], poolType: draft.poolType });
  const recipe = recipeOf(draft);
  const left = skips ? (check.value?.withoutTraffic ?? 0) : 0;
  const count = Math.max(0, (check.value?.clients ?? selection.ids.length) - left);
  const requests = settings === undefined ? 0 : count * Math.ceil(Math.max(1, recipe.quantity) / settings.chunkSize);
  const minutes = settings === undefined ? 0 : Math.floor(requests / settings.requestsPerSecond / MINUTE_S);

  const back = () => go(selection.from);
  // The generator keeps the recipe, so only the other fields would be lost.
  useEscape(isOwn ? null : back, { beyondFields: true });

  const submit = async () => {
    if (noService || start.busy) return;
    if (draftProblems(draft).length > 0 || !isUsableOutput(output)) {
      refuse();
      return;
    }
    sending();
    const result = await start.run({
      kind: 'generate',
      clientIds: [...selection.ids],
      recipe,
      output: outputOf(output),
      skipWithoutTraffic: skips,
    });
    if (!result.ok) showProblems();
    else if (result.value !== null) go('run', { runId: result.value.id });
  };

  return (
    <FormScreen
      title={t('runLists:generateTitle')}
      aside={t('runLists:forClients', { count: selection.ids.length })}
      label={t('generator:form')}
      formRef={form}
      onBack={back}
      tools={<PresetBar draft={draft} />}
      onSubmit={submit}
      left={
        <>
          <PoolPicker client={null} value={draft.poolType} onChange={(poolType) => changeDraft({ poolType })} />
          <PlaceFields draft={draft} error={problem('countries')} />
          <SessionFields draft={draft} ttlError={problem('ttlMinutes')} />
        </>
      }
      right={
        <>
          <QuantityField label={t('runLists:quantityEach')} draft={draft} error={problem('quantity')} />
          <FormatPicker value={draft.formatId} onChange={(formatId) => changeDraft({ formatId })} />
          <OutputFields value={output} onChange={setOutput} mayKeep error={start.error} />
          {check.value === undefined ? null : (
            <ClientWarnings
              check={check.value}
              needsWhitelist={draft.formatId === 3}
              skips={skips}
              onSkips={setSkips}
            />
          )}
          <ErrorNotice error={check.error} />
        </>
      }
      problem={start.error === undefined || isByField ? null : <ErrorNotice error={start.error} />}
      buttons={
        <>
          <ServiceButton
            type="submit"
            variant="filled"
            size="md"
            leftSection={<IconWand size={16} aria-hidden />}
            loading={start.busy}
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
