import { ActionIcon, Button, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { hasOuterSpaces } from '#shared/domain/client-identity.ts';
import type { AppError } from '#shared/result.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { errorAfter, readTyped } from './client-input.ts';
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
  const [typed, setTyped] = useState({ messengerId: String(client.messengerId), clientKey: client.clientKey });
  const [error, setError] = useState<AppError>();
  const { form, show: showProblems } = useProblemFocus();
  useUnsaved(typed.messengerId !== String(client.messengerId) || typed.clientKey !== client.clientKey);
  const change = (part: Partial<typeof typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    setError((before) => errorAfter(before, part));
  };
  const submit = async () => {
    const read = readTyped({ ...client, ...typed });
    const failed = read.ok ? await save(read.value) : read.error;
    setError(failed);
    if (failed === undefined) onEnd();
    else showProblems();
  };
  return (
    <Form
      ref={form}
      className="part stack"
      aria-label={t('pair.edit')}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onEnd();
      }}
    >
      <PairFields {...typed} error={error} onChange={change} />
      {error === undefined || error.details?.problems !== undefined ? null : <ErrorNotice error={error} />}
      <Group gap={8}>
        <Button type="submit">{t('common:actions.save')}</Button>
        <Button variant="subtle" color="gray" onClick={onEnd}>
          {t('common:actions.cancel')}
        </Button>
      </Group>
    </Form>
  );
};
