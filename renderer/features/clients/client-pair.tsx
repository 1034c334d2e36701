import { ActionIcon, Button, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { hasOuterSpaces } from '#shared/domain/client-identity.ts';
import { fail, ok } from '#shared/result.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import { isConflictOver, readTyped } from './client-input.ts';
import styles from './clients.module.css';
import { PairFields } from './pair-fields.tsx';
import type { SaveClient } from './use-client-edit.ts';

interface ClientPairProps {
  readonly client: ClientRow;
  readonly save: SaveClient;
}

/** Shows the pair by which the service knows the client. It can be corrected as long as nothing depends on it. */
export const ClientPairEditor = ({ client, save }: ClientPairProps) => {
  const { t } = useTranslation(['clients', 'fields']);
  const [editing, setEditing] = useState(false);
  if (editing) return <PairForm client={client} save={save} onEnd={() => setEditing(false)} />;
  return (
    <section className="part" aria-label={t('pair.heading')}>
      <dl className={styles.facts}>
        <dt>{t('fields:messengerId')}</dt>
        <dd className="selectable">{client.messengerId}</dd>
        <CopyButton label={t('menu.copyId')} text={String(client.messengerId)} />
        <dt>{t('fields:clientKey')}</dt>
        <dd className="selectable">
          <bdi>{client.clientKey}</bdi>
        </dd>
        <CopyButton label={t('menu.copyKey')} text={client.clientKey} />
      </dl>
      {hasOuterSpaces(client.clientKey) ? <Notice tone="warn">{t('form.spaces')}</Notice> : null}
      <Button size="compact-sm" variant="subtle" className="flush-start" onClick={() => setEditing(true)}>
        {t('pair.edit')}
      </Button>
    </section>
  );
};

const CopyButton = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { t } = useTranslation(['clients', 'common']);
  const [copied, setCopied] = useState(false);
  return (
    <dd>
      <ActionIcon
        aria-label={copied ? t('common:actions.copied') : label}
        title={label}
        onClick={() => setCopied(copyText(text))}
      >
        {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      </ActionIcon>
    </dd>
  );
};

const PairForm = ({ client, save, onEnd }: ClientPairProps & { readonly onEnd: () => void }) => {
  const { t } = useTranslation(['clients', 'common']);
  const form = useForm({
    initial: { messengerId: String(client.messengerId), clientKey: client.clientKey },
    read: (pair) => readTyped({ ...client, ...pair }),
  });
  const typed = form.values;
  useUnsaved(typed.messengerId !== String(client.messengerId) || typed.clientKey !== client.clientKey);
  const change = (part: Partial<typeof typed>) => {
    form.change(part);
    if (isConflictOver(form.refusal, part)) form.clearError();
  };
  const submit = () =>
    form.submit(async (fields) => {
      const failed = await save(fields);
      return failed === undefined ? ok(null) : fail(failed);
    }, onEnd);
  return (
    <Form
      ref={form.ref}
      className="part stack"
      aria-label={t('pair.edit')}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onEnd();
      }}
    >
      <PairFields {...typed} problem={form.problem} onChange={change} />
      <ErrorNotice error={form.error} />
      <Group gap={8}>
        <Button type="submit" loading={form.busy}>
          {t('common:actions.save')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onEnd}>
          {t('common:actions.cancel')}
        </Button>
      </Group>
    </Form>
  );
};
