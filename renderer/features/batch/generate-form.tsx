import { Button } from '@mantine/core';
import { IconArrowLeft, IconWand } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_QUANTITY } from '#shared/domain/recipe.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { go } from '../../app/router.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { FormatPicker } from '../lists/format-picker.tsx';
import { changeDraft, type Draft, draftProblems, recipeOf, useGenerator } from '../lists/generator-store.ts';
import { PlaceFields } from '../lists/place-fields.tsx';
import { PoolPicker } from '../lists/pool-picker.tsx';
import { PresetBar } from '../lists/preset-bar.tsx';
import { SessionFields } from '../lists/session-fields.tsx';
import { useSettings } from '../settings/store.ts';
import styles from './batch.module.css';
import { ClientWarnings } from './client-warnings.tsx';
import type { BatchDraft } from './draft-store.ts';
import { isUsable, OutputFields, outputOf } from './output-fields.tsx';
import { useOutput } from './use-output.ts';

const MINUTE_S = 60;

/** The generator's own recipe, for each client of a selection, and where the lines go. */
export const GenerateForm = ({ selection }: { readonly selection: BatchDraft }) => {
  const { t } = useTranslation(['batch', 'common']);
  const offline = useIsOffline();
  const draft = useGenerator((state) => state.draft);
  const settings = useSettings((state) => state.settings);
  const [output, setOutput] = useOutput('files');
  const [skips, setSkips] = useState(true);
  const start = useAction('batch.start');
  const { form, show: showProblems } = useProblemFocus();
  const [refused, setRefused] = useState(false);
  /** The core's word on fields is about what it was sent; a change makes it old. */
  const [sent, setSent] = useState<Draft>();
  const check = useQuery('batch.checkClients', { clientIds: [...selection.ids], poolType: draft.poolType });
  const recipe = recipeOf(draft);
  const problems = refused ? draftProblems(draft) : [];
  const problem = (field: string) => {
    const own = problems.find((one) => one.field === field);
    if (own !== undefined) return problemText(own);
    return sent === draft ? fieldProblem(start.error, field) : undefined;
  };
  const left = skips ? (check.value?.withoutTraffic ?? 0) : 0;
  const count = Math.max(0, (check.value?.clients ?? selection.ids.length) - left);
  const requests = settings === undefined ? 0 : count * Math.ceil(Math.max(1, recipe.quantity) / settings.chunkSize);
  const minutes = settings === undefined ? 0 : Math.floor(requests / settings.requestsPerSecond / MINUTE_S);
  const byField = start.error?.details?.problems !== undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (event.target !== event.currentTarget || offline || start.busy) return;
    if (draftProblems(draft).length > 0 || !isUsable(output)) {
      setRefused(true);
      showProblems();
      return;
    }
    setRefused(false);
    setSent(draft);
    const result = await start.run({
      kind: 'generate',
      clientIds: [...selection.ids],
      recipe,
      output: outputOf(output),
      skipWithoutTraffic: skips,
    });
    if (!result.ok) showProblems();
    else if (result.value !== null) go('batch', { batchId: result.value.id });
  };

  return (
    <Screen
      title={t('batch:generateTitle')}
      aside={t('batch:forClients', { count: selection.ids.length })}
      actions={
        <>
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={() => go(selection.from)}>
            {t('batch:back')}
          </Button>
          <PresetBar draft={draft} />
        </>
      }
    >
      <form
        ref={form}
        className={styles.root}
        aria-label={t('batch:form')}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <div className={styles.columns}>
          <div className={styles.fields}>
            <PoolPicker client={null} value={draft.poolType} onChange={(poolType) => changeDraft({ poolType })} />
            <PlaceFields draft={draft} error={problem('countries')} />
            <SessionFields draft={draft} ttlError={problem('ttlMinutes')} />
          </div>
          <div className={styles.fields}>
            <NumberField
              label={t('batch:quantityEach')}
              styles={{ wrapper: { width: 180 } }}
              step={100}
              min={1}
              max={MAX_QUANTITY}
              value={draft.quantity}
              onChange={(quantity) => changeDraft({ quantity })}
              error={problem('quantity')}
            />
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
            {check.error === undefined ? null : <ErrorNotice error={check.error} onRetry={check.reload} />}
          </div>
        </div>
        <footer className={styles.panel}>
          {start.error === undefined || byField ? null : <ErrorNotice error={start.error} />}
          <div className={styles.buttons}>
            <OfflineHint offline={offline}>
              <Button
                type="submit"
                variant="filled"
                size="md"
                leftSection={<IconWand size={16} aria-hidden />}
                loading={start.busy}
                disabled={offline || count === 0}
              >
                {output.mode === 'none' ? t('batch:startNoFiles', { count }) : t('batch:start', { count })}
              </Button>
            </OfflineHint>
            {settings === undefined ? null : (
              <span className={styles.hint}>
                {minutes < 1 ? t('batch:requests', { requests }) : t('batch:estimate', { requests, minutes })}
              </span>
            )}
          </div>
        </footer>
      </form>
    </Screen>
  );
};
