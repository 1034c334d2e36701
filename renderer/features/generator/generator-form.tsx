import { IconWand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNoService } from '../../bridge/service-gap.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ClientSelect } from '../../parts/clients/client-select.tsx';
import { FormatPicker } from '../../parts/recipe/format-picker.tsx';
import {
  changeDraft,
  draftProblems,
  type GeneratorDraft,
  recipeOf,
  showList,
} from '../../parts/recipe/generator-store.ts';
import { PlaceFields } from '../../parts/recipe/place-fields.tsx';
import { PoolPicker } from '../../parts/recipe/pool-picker.tsx';
import { QuantityField } from '../../parts/recipe/quantity-field.tsx';
import { SessionFields } from '../../parts/recipe/session-fields.tsx';
import { useDraftForm } from '../../parts/recipe/use-draft-form.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import styles from './generator.module.css';
import { WhitelistWarning } from './whitelist-warning.tsx';

interface GeneratorFormProps {
  readonly draft: GeneratorDraft;
  /** Generating is the next step, so its button stands out. */
  readonly isNext: boolean;
}

/** The fields of a recipe, in the order in which a reseller decides them. */
export const GeneratorForm = ({ draft, isNext }: GeneratorFormProps) => {
  const { t } = useTranslation('generator');
  const format = useFormat();
  const noService = useNoService();
  const generate = useAction('lists.generate');
  const { form, refused, problem, isByField, refuse, sending, showProblems } = useDraftForm(draft, generate.error);
  const recipe = recipeOf(draft);

  const submit = async () => {
    if (noService) return;
    if (draft.client === null || draftProblems(draft).length > 0) {
      refuse();
      return;
    }
    sending();
    const result = await generate.run({ clientId: draft.client.id, recipe });
    if (result.ok) showList(result.value.listId);
    else showProblems();
  };

  return (
    <Form ref={form} className={styles.form} aria-label={t('form')} onSubmit={submit}>
      <div className={styles.fields}>
        <ClientSelect
          value={draft.client}
          onChange={(client) => changeDraft({ client })}
          error={refused && draft.client === null ? t('client.required') : problem('clientId')}
        />
        <PoolPicker client={draft.client} value={draft.poolType} onChange={(poolType) => changeDraft({ poolType })} />
        <PlaceFields draft={draft} error={problem('countries')} />
        <SessionFields draft={draft} ttlError={problem('ttlMinutes')} />
        <QuantityField label={t('quantity')} draft={draft} error={problem('quantity')} />
        <FormatPicker value={draft.formatId} onChange={(formatId) => changeDraft({ formatId })} />
        {draft.formatId === 3 && draft.client !== null ? <WhitelistWarning clientId={draft.client.id} /> : null}
      </div>
      <div className={styles.submit}>
        {generate.error === undefined || isByField ? null : <ErrorNotice error={generate.error} />}
        <ServiceButton
          type="submit"
          variant={isNext ? 'filled' : 'default'}
          size="md"
          fullWidth
          leftSection={<IconWand size={16} aria-hidden />}
          loading={generate.busy}
        >
          {recipe.quantity >= 1
            ? t('submit', { count: Math.floor(recipe.quantity), formatted: format.number(recipe.quantity) })
            : t('submitPlain')}
        </ServiceButton>
      </div>
    </Form>
  );
};
