import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSPHRASE } from '#shared/domain/passphrase.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
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
  const save = useAction('backup.save');
  useHeldDialog(save.busy);
  const format = useFormat();
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [saved, setSaved] = useState<{ readonly fileName: string; readonly bytes: number }>();
  const { form, show: showProblems } = useProblemFocus();

  const submit = async () => {
    if (save.busy) return;
    const result = await save.run({ passphrase, repeated });
    if (result.ok && result.value !== null) setSaved(result.value);
    if (!result.ok) showProblems();
  };

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
  const problem = (field: string) => fieldProblem(save.error, field);
  const atField = problem('passphrase') ?? problem('repeated');
  return (
    <Form ref={form} onSubmit={submit}>
      <p className="prose">{t('save.text')}</p>
      <SecretField
        first
        label={t('passphrase')}
        help={t('save.help', { min: MIN_PASSPHRASE })}
        value={passphrase}
        error={problem('passphrase')}
        onChange={setPassphrase}
      />
      <SecretField label={t('repeated')} value={repeated} error={problem('repeated')} onChange={setRepeated} />
      <Notice tone="warn">{t('save.warning')}</Notice>
      {save.busy ? <TaskProgress kind="save" /> : null}
      {save.error === undefined || atField !== undefined ? null : <ErrorNotice error={save.error} />}
      <DialogFoot>
        <Button onClick={() => (save.busy ? void call('backup.cancel', {}) : onClose())}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={save.busy}>
          {t('save.submit')}
        </Button>
      </DialogFoot>
    </Form>
  );
};
