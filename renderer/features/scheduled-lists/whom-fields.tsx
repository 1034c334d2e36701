import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduledListInput } from '#shared/contract/scheduled-lists.ts';
import { call } from '../../bridge/desk.ts';
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

/** The initial choice from a schedule or a selection. */
export const firstWhom = (tag: string | null, ids: readonly number[]): Whom => ({
  client: null,
  ids,
  tag,
  mode: tag === null ? (ids.length > 1 ? 'chosen' : 'one') : 'tag',
});

/** Names the client of a selection of one, unless the user has chosen another client, who may have been kept with the form. */
export const withFound = (whom: Whom, client: NamedClient): Whom => (whom.client === null ? { ...whom, client } : whom);

/** Reads the client of a selection of one, who is shown by name. */
export const useSingleClient = ({ ids }: Whom, onFound: (client: NamedClient) => void): void => {
  const [single] = useState(ids.length === 1 ? ids[0] : undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form changes the client from then on.
  useEffect(() => {
    if (single === undefined) return;
    void call('clients.get', { clientId: single }).then((result) => {
      if (result.ok) onFound(result.value);
    });
  }, [single]);
};

interface WhomFieldsProps {
  readonly value: Whom;
  readonly onChange: (whom: Whom) => void;
  /** The problem with the clients. */
  readonly error: string | undefined;
}

/** Chooses one client, a selection, or everybody with a tag. */
export const WhomFields = ({ value, onChange, error }: WhomFieldsProps) => {
  const { t } = useTranslation('scheduledLists');
  const modes = (['one', 'chosen', 'tag'] as const).filter((mode) => mode !== 'chosen' || value.ids.length > 1);
  const words = { one: t('form.one'), chosen: t('form.chosen', { count: value.ids.length }), tag: t('form.byTag') };
  return (
    <>
      <ChoiceField
        label={t('form.whom')}
        error={value.mode === 'chosen' ? error : undefined}
        value={value.mode}
        data={modes.map((mode) => ({ value: mode, label: words[mode] }))}
        onChange={(mode) => onChange({ ...value, mode })}
      />
      {value.mode === 'one' ? (
        <ClientSelect value={value.client} onChange={(client) => onChange({ ...value, client })} error={error} />
      ) : null}
      {value.mode === 'tag' ? (
        <TagSelect
          label={t('form.tag')}
          description={t('form.tagHint')}
          value={value.tag}
          error={error}
          onChange={(tag) => onChange({ ...value, tag })}
        />
      ) : null}
    </>
  );
};
