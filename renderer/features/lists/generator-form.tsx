import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_QUANTITY } from '#shared/domain/recipe.ts';
import { useIsOffline } from '../../app/connection-store.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { OfflineHint } from '../../ui/offline-hint.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { ClientSelect } from './client-select.tsx';
import { FormatPicker } from './format-picker.tsx';
import styles from './generator.module.css';
import { changeDraft, type Draft, draftProblems, recipeOf, showList } from './generator-store.ts';
import { PlaceFields } from './place-fields.tsx';
import { PoolPicker } from './pool-picker.tsx';
import { SessionFields } from './session-fields.tsx';
import { WhitelistWarning } from './whitelist-warning.tsx';

/** Everything a list is made from, in the order a reseller decides it. */
export const GeneratorForm = ({ draft }: { readonly draft: Draft }) => {
  const { t } = useTranslation('generator');
  const format = useFormat();
  const offline = useIsOffline();
  const generate = useAction('lists.generate');
  const { form, show: showProblems } = useProblemFocus();
  const [refused, setRefused] = useState(false);
  /** The core's word on fields is about what it was sent; a change makes it old. */
  const [sent, setSent] = useState<Draft>();
  const problems = refused ? draftProblems(draft) : [];
  const problem = (field: string) => {
    const own = problems.find((one) => one.field === field);
    if (own !== undefined) return problemText(own);
    return sent === draft ? fieldProblem(generate.error, field) : undefined;
  };
  const recipe = recipeOf(draft);
  const byField = generate.error?.kind === 'invalid-input' && generate.error.details?.problems !== undefined;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React hands on the submit of a dialog that is opened from here (buying traffic): that is not ours.
    if (event.target !== event.currentTarget || offline) return;
    if (draft.client === null || draftProblems(draft).length > 0) {
      setRefused(true);
      showProblems();
      return;
    }
    setRefused(false);
    setSent(draft);
    const result = await generate.run({ clientId: draft.client.id, recipe });
    if (result.ok) showList(result.value.listId);
    else showProblems();
  };

  return (
    <form ref={form} className={styles.form} aria-label={t('form')} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.fields}>
        <ClientSelect
          value={draft.client}
          onChange={(client) => changeDraft({ client })}
          error={refused && draft.client === null ? t('client.required') : problem('clientId')}
        />
        <PoolPicker client={draft.client} value={draft.poolType} onChange={(poolType) => changeDraft({ poolType })} />
        <PlaceFields draft={draft} error={problem('countries')} />
        <SessionFields draft={draft} ttlError={problem('ttlMinutes')} />
        <NumberField
          label={t('quantity')}
          // The problem may be longer than the number.
          styles={{ wrapper: { width: 180 } }}
          step={100}
          min={1}
          max={MAX_QUANTITY}
          value={draft.quantity}
          onChange={(quantity) => changeDraft({ quantity })}
          error={problem('quantity')}
        />
        <FormatPicker value={draft.formatId} onChange={(formatId) => changeDraft({ formatId })} />
        {draft.formatId === 3 && draft.client !== null ? <WhitelistWarning clientId={draft.client.id} /> : null}
      </div>
      <div className={styles.submit}>
        {generate.error === undefined || byField ? null : <ErrorNotice error={generate.error} />}
        <OfflineHint offline={offline}>
          <Button
            type="submit"
            variant="filled"
            size="md"
            fullWidth
            leftSection={<IconWand size={16} aria-hidden />}
            loading={generate.busy}
            disabled={offline}
          >
            {recipe.quantity >= 1
              ? t('submit', { count: Math.floor(recipe.quantity), formatted: format.number(recipe.quantity) })
              : t('submitPlain')}
          </Button>
        </OfflineHint>
      </div>
    </form>
  );
};
