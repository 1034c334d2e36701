import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { CLIENT_DETAILS, CLIENT_TEXT_NAMES } from '#shared/domain/client-fields.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { call } from '../../bridge/desk.ts';
import { useTags } from '../../parts/clients/use-tags.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import { existingClientOf, isConflictOver, NO_CLIENT, readTyped, type TypedClient } from './client-input.ts';
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
  const form = useForm({ initial: NO_CLIENT, read: readTyped });
  const typed = form.values;
  const [round, setRound] = useState(0);
  const change = (part: Partial<TypedClient>) => {
    form.change(part);
    if (isConflictOver(form.refusal, part)) form.clearError();
  };

  const beginAnother = (added: ClientRow) => {
    doneToast(t('done.added', { name: clientLabel(added) }));
    form.reset({ ...NO_CLIENT, tags: typed.tags });
    setRound(round + 1);
  };
  const submit = (onDone: (added: ClientRow) => void) =>
    form.submit((fields) => call('clients.add', { ...fields, tags: [...fields.tags] }), onDone);
  const texts = CLIENT_TEXT_NAMES.map((name) => typed[name]);
  useUnsaved([typed.messengerId, typed.clientKey, ...texts, typed.paidUntil ?? ''].some((text) => text.trim() !== ''));
  const existing = existingClientOf(form.refusal);

  return (
    <Form ref={form.ref} className={styles.detail} aria-label={t('form.title')} onSubmit={() => submit(onAdded)}>
      <CardHead title={t('form.title')} closeLabel={t('common:actions.close')} onClose={onClose} />
      <div className="part stack">
        <PairFields
          key={round}
          messengerId={typed.messengerId}
          clientKey={typed.clientKey}
          problem={form.problem}
          onChange={change}
        />
        {CLIENT_DETAILS.map((name) =>
          name === 'tags' ? (
            <TagInput
              key={name}
              label={t('fields:tags')}
              suggestions={tags.map(({ tag }) => tag)}
              {...form.field('tags')}
            />
          ) : name === 'paidUntil' ? (
            <DayField
              key={name}
              label={t('fields:paidUntil')}
              placeholder={t('clients:noPaidUntil')}
              value={typed.paidUntil ?? ''}
              error={form.problem('paidUntil')}
              onChange={(day) => change({ paidUntil: day === '' ? null : day })}
            />
          ) : (
            <ClientTextField key={name} name={name} {...form.field(name)} />
          ),
        )}
        <ErrorNotice error={form.error} />
        <Group gap={8}>
          <Button type="submit" variant="filled" loading={form.busy}>
            {t('add')}
          </Button>
          <Button disabled={form.busy} onClick={() => void submit(beginAnother)}>
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
