import { IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { call } from '../../bridge/desk.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ClientSelect } from '../../parts/clients/client-select.tsx';
import { FormatPicker } from '../../parts/recipe/format-picker.tsx';
import { changeDraft, changeRecipe, type GeneratorDraft, showList } from '../../parts/recipe/generator-store.ts';
import { PlaceFields } from '../../parts/recipe/place-fields.tsx';
import { PoolPicker } from '../../parts/recipe/pool-picker.tsx';
import { QuantityField } from '../../parts/recipe/quantity-field.tsx';
import { RECIPE_KEYS, recipeDraftProblems, recipeOf } from '../../parts/recipe/recipe-draft.ts';
import { SessionFields } from '../../parts/recipe/session-fields.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { footRef } from '../../ui/foot-space.ts';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import styles from './generator.module.css';
import { WhitelistWarning } from './whitelist-warning.tsx';

interface GeneratorFormProps {
  readonly draft: GeneratorDraft;
  /** Generating is the next step, so its button stands out. */
  readonly isNext: boolean;
}

const readDraft = ({ client, recipe }: GeneratorDraft): Read<ProcedureInput<'lists.generate'>> => {
  const problems = recipeDraftProblems(recipe);
  if (client === null) return unreadable({ field: 'clientId', code: 'list-client-required' }, ...problems);
  return problems.length > 0
    ? unreadable(...problems)
    : { ok: true, value: { clientId: client.id, recipe: recipeOf(recipe) } };
};

/** The fields of a recipe, in the order in which a reseller decides them. */
export const GeneratorForm = ({ draft, isNext }: GeneratorFormProps) => {
  const { t } = useTranslation('generator');
  const format = useFormat();
  const noService = useNoService();
  const form = useForm({
    values: draft,
    onChange: changeDraft,
    read: readDraft,
    keys: { ...RECIPE_KEYS, clientId: 'client' },
  });
  const { client, recipe } = draft;
  const { quantity } = recipeOf(recipe);

  const submit = async () => {
    if (noService) return;
    await form.submit(
      (wanted) => call('lists.generate', wanted),
      ({ listId }) => showList(listId),
    );
  };

  return (
    <Form ref={form.ref} className={styles.form} aria-label={t('form')} onSubmit={submit}>
      <div className={styles.fields}>
        <ClientSelect {...form.field('client')} />
        <PoolPicker client={client} value={recipe.poolType} onChange={(poolType) => changeRecipe({ poolType })} />
        <PlaceFields recipe={recipe} onChange={changeRecipe} error={form.problem('countries')} />
        <SessionFields recipe={recipe} onChange={changeRecipe} ttlError={form.problem('ttlMinutes')} />
        <QuantityField label={t('quantity')} recipe={recipe} onChange={changeRecipe} error={form.problem('quantity')} />
        <FormatPicker value={recipe.formatId} onChange={(formatId) => changeRecipe({ formatId })} />
        {recipe.formatId === 3 && client !== null ? <WhitelistWarning clientId={client.id} /> : null}
      </div>
      <div ref={footRef} className={styles.submit}>
        <ErrorNotice error={form.error} />
        <ServiceButton
          type="submit"
          variant={isNext ? 'filled' : 'default'}
          size="md"
          fullWidth
          leftSection={<IconWand size={16} aria-hidden />}
          loading={form.busy}
        >
          {quantity >= 1
            ? t('submit', { count: Math.floor(quantity), formatted: format.number(quantity) })
            : t('submitPlain')}
        </ServiceButton>
      </div>
    </Form>
  );
};
