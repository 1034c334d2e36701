import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { CLIENT_DETAILS, CLIENT_TEXT_NAMES } from '#shared/domain/client-fields.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { useTags } from '../../parts/clients/use-tags.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { errorAfter, existingClientOf, NO_CLIENT, readTyped, type TypedClient } from './client-input.ts';
import { ClientTextField } from './client-text-field.tsx';
import styles from './clients.module.css';
import { PairFields } from './pair-fields.tsx';

interface ClientFormProps {
  readonly onAdded: (client: ClientRow) => void;
  readonly onOpen: (clientId: number) => void;
  readonly onClose: () => void;
}

/** Adds a client beside the grid. The typed values stay until the client was added. */
export const ClientForm = ({ onAdded, onOpen, onClose }: ClientFormProps) => {
  const { t } = useTranslation(['clients', 'common', 'fields']);
  const tags = useTags();
  const [typed, setTyped] = useState<TypedClient>(NO_CLIENT);
  const [error, setError] = useState<AppError>();
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const { form, show: showProblems } = useProblemFocus();
  const change = (part: Partial<TypedClient>) => {
    setTyped((before) => ({ ...before, ...part }));
    setError((before) => errorAfter(before, part));
  };

  const submit = async (another: boolean) => {
    const read = readTyped(typed);
    if (!read.ok) {
      setError(read.error);
      showProblems();
      return;
    }
    setBusy(true);
    const result = await call('clients.add', { ...read.value, tags: [...read.value.tags] });
    setBusy(false);
    setError(result.ok ? undefined : result.error);
    if (!result.ok) {
      showProblems();
      return;
    }
    if (!another) {
      onAdded(result.value);
      return;
    }
    doneToast(t('done.added', { name: clientLabel(result.value) }));
    setTyped({ ...NO_CLIENT, tags: typed.tags });
    setRound(round + 1);
  };
  const texts = CLIENT_TEXT_NAMES.map((name) => typed[name]);
  useUnsaved([typed.messengerId, typed.clientKey, ...texts].some((text) => text.trim() !== ''));
  const existing = existingClientOf(error);

  return (
    <Form ref={form} className={styles.detail} aria-label={t('form.title')} onSubmit={() => submit(false)}>
      <CardHead title={t('form.title')} closeLabel={t('common:actions.close')} onClose={onClose} />
      <div className="part stack">
        <PairFields
          key={round}
          messengerId={typed.messengerId}
          clientKey={typed.clientKey}
          error={error}
          onChange={change}
        />
        {CLIENT_DETAILS.map((name) =>
          name === 'tags' ? (
            <TagInput
              key={name}
              label={t('fields:tags')}
              value={typed.tags}
              suggestions={tags.map(({ tag }) => tag)}
              error={fieldProblem(error, 'tags')}
              onChange={(value) => change({ tags: value })}
            />
          ) : (
            <ClientTextField
              key={name}
              name={name}
              value={typed[name]}
              error={error}
              onChange={(text) => change({ [name]: text })}
            />
          ),
        )}
        {error === undefined || error.details?.problems !== undefined ? null : <ErrorNotice error={error} />}
        <Group gap={8}>
          <Button type="submit" variant="filled" loading={busy}>
            {t('add')}
          </Button>
          <Button disabled={busy} onClick={() => void submit(true)}>
            {t('form.another')}
          </Button>
          {existing === undefined ? null : (
            <Button variant="subtle" onClick={() => onOpen(existing.id)}>
              {t('form.open', { name: existing.name })}
            </Button>
          )}
        </Group>
      </div>
    </Form>
  );
};
