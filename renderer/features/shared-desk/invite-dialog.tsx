import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSPHRASE } from '#shared/domain/passphrase.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';

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
  const copy = useAction('sharedDesk.copyInvitation');
  const save = useAction('sharedDesk.saveInvitation');
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [done, setDone] = useState<string>();
  const first = useFirstFocus<HTMLInputElement>();
  const { form, show } = useProblemFocus();
  const busy = copy.busy || save.busy;
  const error = copy.error ?? save.error;
  const problem = (field: string) => fieldProblem(error, field);
  const atField = problem('passphrase') ?? problem('repeated');
  /** An invitation is valid until the end of a day. */
  const lastDay = (validUntil: number) => format.date(validUntil - 1);

  const begin = () => {
    setDone(undefined);
    copy.clearError();
    save.clearError();
  };
  const toClipboard = async () => {
    if (busy) return;
    begin();
    const result = await copy.run({ passphrase, repeated });
    if (result.ok) setDone(t('invite.copied', { day: lastDay(result.value.validUntil) }));
    else show();
  };
  const toFile = async () => {
    if (busy) return;
    begin();
    const result = await save.run({ passphrase, repeated });
    if (!result.ok) show();
    else if (result.value !== null) {
      const { fileName, validUntil } = result.value;
      setDone(t('invite.saved', { file: fileName, day: lastDay(validUntil) }));
    }
  };
  return (
    <Form ref={form} onSubmit={toClipboard}>
      <p className="prose">{t('invite.text')}</p>
      <SecretField
        first
        inputRef={first}
        label={t('backup:passphrase')}
        help={t('backup:save.help', { min: MIN_PASSPHRASE })}
        value={passphrase}
        error={problem('passphrase')}
        onChange={setPassphrase}
      />
      <SecretField label={t('backup:repeated')} value={repeated} error={problem('repeated')} onChange={setRepeated} />
      <Notice tone="warn">{t('invite.warning')}</Notice>
      {error === undefined || atField !== undefined ? null : <ErrorNotice error={error} />}
      {done === undefined ? null : (
        <Notice tone="ok" live="status">
          {done} {t('invite.after')}
        </Notice>
      )}
      <DialogFoot>
        <Button onClick={onClose}>{done === undefined ? t('common:actions.cancel') : t('common:actions.close')}</Button>
        <Button loading={save.busy} disabled={copy.busy} onClick={() => void toFile()}>
          {t('invite.save')}
        </Button>
        <Button type="submit" variant="filled" loading={copy.busy} disabled={save.busy}>
          {t('invite.copy')}
        </Button>
      </DialogFoot>
    </Form>
  );
};
