import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduledListInput } from '#shared/contract/scheduled-lists.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { fieldProblem, problemText } from '../../i18n/describe-error.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSelect } from '../../parts/clients/client-select.tsx';
import { TagSelect } from '../../parts/clients/tag-select.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';

/** Holds the choices of all modes at once, so that switching between them loses nothing. */
export interface Whom {
  readonly mode: 'one' | 'chosen' | 'tag';
  readonly client: NamedClient | null;
  /** A selection that was made on another screen. */
  readonly ids: readonly number[];
  readonly tag: string | null;
}

/** `null` if nobody is chosen. */
export const clientsOf = ({ mode, client, ids, tag }: Whom): ScheduledListInput['clients'] | null => {
  if (mode === 'tag') return tag === null ? null : { tag };
  const clientIds = mode === 'chosen' ? [...ids] : client === null ? [] : [client.id];
  return clientIds.length === 0 ? null : { clientIds };
};

/** The initial choice from a schedule or a selection. A single client is shown by name. */
export const useWhom = (tag: string | null, ids: readonly number[]): readonly [Whom, (whom: Whom) => void] => {
  const [whom, setWhom] = useState<Whom>({
    client: null,
    ids,
    tag,
    mode: tag === null ? (ids.length > 1 ? 'chosen' : 'one') : 'tag',
  });
  const [single] = useState(ids.length === 1 ? ids[0] : undefined);
  useEffect(() => {
    if (single === undefined) return;
    void call('clients.get', { clientId: single }).then((result) => {
      if (result.ok) setWhom((before) => ({ ...before, client: result.value }));
    });
  }, [single]);
  return [whom, setWhom];
};

interface WhomFieldsProps {
  readonly value: Whom;
  readonly onChange: (whom: Whom) => void;
  /** A submit was blocked. */
  readonly refused: boolean;
  readonly error: AppError | undefined;
}

/** Chooses one client, a selection, or everybody with a tag. */
export const WhomFields = ({ value, onChange, refused, error }: WhomFieldsProps) => {
  const { t } = useTranslation('scheduledLists');
  const isMissing = refused && clientsOf(value) === null;
  const missing = isMissing ? problemText({ field: 'clients', code: 'schedule-clients' }) : undefined;
  const modes = (['one', 'chosen', 'tag'] as const).filter((mode) => mode !== 'chosen' || value.ids.length > 1);
  const words = { one: t('form.one'), chosen: t('form.chosen', { count: value.ids.length }), tag: t('form.byTag') };
  const problem = missing ?? fieldProblem(error, 'clients');
  return (
    <>
      <ChoiceField
        label={t('form.whom')}
        error={value.mode === 'chosen' ? fieldProblem(error, 'clients') : undefined}
        value={value.mode}
        data={modes.map((mode) => ({ value: mode, label: words[mode] }))}
        onChange={(mode) => onChange({ ...value, mode })}
      />
      {value.mode === 'one' ? (
        <ClientSelect value={value.client} onChange={(client) => onChange({ ...value, client })} error={problem} />
      ) : null}
      {value.mode === 'tag' ? (
        <TagSelect
          label={t('form.tag')}
          description={t('form.tagHint')}
          value={value.tag}
          error={problem}
          onChange={(tag) => onChange({ ...value, tag })}
        />
      ) : null}
    </>
  );
};
