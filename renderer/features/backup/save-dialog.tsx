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
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { TaskProgress } from './task-progress.tsx';

interface SaveDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Saves the whole desk to one file: asks for a passphrase twice and for a place, and reports what was written. */
export const SaveDialog = ({ opened, onClose }: SaveDialogProps) => {
  const { t } = useTranslation('backup');
  return (
    <FormDialog opened={opened} title={t('save.title')} size={480} onClose={onClose}>
      <SaveForm onClose={onClose} />
    </FormDialog>
  );
};

const SaveForm = ({ onClose }: Pick<SaveDialogProps, 'onClose'>) => {
  const { t } = useTranslation(['backup', 'common']);
  const form = useForm({ initial: { passphrase: '', repeated: '' }, read: asTyped });
  useHeldDialog(form.busy);
  const format = useFormat();
  const [saved, setSaved] = useState<{ readonly fileName: string; readonly bytes: number }>();

  const submit = () =>
    form.submit(
      (typed) => call('backup.save', typed),
      (file) => setSaved(file ?? undefined),
    );

  if (saved !== undefined) {
    return (
      <>
        <Notice tone="ok" live="status">
          {t('save.done', { file: saved.fileName, size: format.bytes(saved.bytes) })}
        </Notice>
        <p className="prose">{t('save.after')}</p>
        <DialogFoot>
          <Button variant="filled" data-autofocus onClick={onClose}>
            {t('common:actions.close')}
          </Button>
        </DialogFoot>
      </>
    );
  }
  return (
    <Form ref={form.ref} onSubmit={submit}>
      <p className="prose">{t('save.text')}</p>
      <SecretField
        first
        label={t('passphrase')}
        help={t('save.help', { min: MIN_PASSPHRASE })}
        {...form.field('passphrase')}
      />
      <SecretField label={t('repeated')} {...form.field('repeated')} />
      <Notice tone="warn">{t('save.warning')}</Notice>
      {form.busy ? <TaskProgress kind="save" /> : null}
      <ErrorNotice error={form.error} />
      <DialogFoot>
        <Button onClick={() => (form.busy ? void call('backup.cancel', {}) : onClose())}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={form.busy}>
          {t('save.submit')}
        </Button>
      </DialogFoot>
    </Form>
  );
};
