import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSPHRASE } from '#shared/domain/passphrase.ts';
import { call } from '../../bridge/desk.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';

interface InviteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const InviteDialog = ({ opened, onClose }: InviteDialogProps) => {
  const { t } = useTranslation('sharedDesk');
  return (
    <FormDialog opened={opened} title={t('invite.title')} onClose={onClose}>
      <InviteForm onClose={onClose} />
    </FormDialog>
  );
};

/**
 * Makes an invitation with a passphrase and puts it on the clipboard, into a file, or both. The form stays, in case it
 * has to be made again.
 */
export const InviteForm = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation(['sharedDesk', 'backup', 'common']);
  const format = useFormat();
  const form = useForm({ initial: { passphrase: '', repeated: '' }, read: asTyped });
  const [target, setTarget] = useState<'clipboard' | 'file'>('clipboard');
  const [done, setDone] = useState<string>();
  const first = useFirstFocus<HTMLInputElement>();
  /** An invitation is valid until the end of a day. */
  const lastDay = (validUntil: number) => format.date(validUntil - 1);

  const begin = (wanted: typeof target) => {
    setTarget(wanted);
    setDone(undefined);
  };
  const toClipboard = async () => {
    if (form.busy) return;
    begin('clipboard');
    await form.submit(
      (typed) => call('sharedDesk.copyInvitation', typed),
      ({ validUntil }) => setDone(t('invite.copied', { day: lastDay(validUntil) })),
    );
  };
  const toFile = async () => {
    if (form.busy) return;
    begin('file');
    await form.submit(
      (typed) => call('sharedDesk.saveInvitation', typed),
      (saved) => {
        if (saved === null) return;
        setDone(t('invite.saved', { file: saved.fileName, day: lastDay(saved.validUntil) }));
      },
    );
  };
  const isBusyWith = (wanted: typeof target): boolean => form.busy && target === wanted;
  return (
    <Form ref={form.ref} onSubmit={toClipboard}>
      <p className="prose">{t('invite.text')}</p>
      <SecretField
        first
        inputRef={first}
        label={t('backup:passphrase')}
        help={t('backup:save.help', { min: MIN_PASSPHRASE })}
        {...form.field('passphrase')}
      />
      <SecretField label={t('backup:repeated')} {...form.field('repeated')} />
      <Notice tone="warn">{t('invite.warning')}</Notice>
      <ErrorNotice error={form.error} />
      {done === undefined ? null : (
        <Notice tone="ok" live="status">
          {done} {t('invite.after')}
        </Notice>
      )}
      <DialogFoot>
        <Button onClick={onClose}>{done === undefined ? t('common:actions.cancel') : t('common:actions.close')}</Button>
        <Button loading={isBusyWith('file')} disabled={isBusyWith('clipboard')} onClick={() => void toFile()}>
          {t('invite.save')}
        </Button>
        <Button type="submit" variant="filled" loading={isBusyWith('clipboard')} disabled={isBusyWith('file')}>
          {t('invite.copy')}
        </Button>
      </DialogFoot>
    </Form>
  );
};
