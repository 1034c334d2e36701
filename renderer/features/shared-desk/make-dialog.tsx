import { Button, TextInput } from '@mantine/core';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountName, useActiveAccount } from '../../bridge/accounts-store.ts';
import { call } from '../../bridge/desk.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { ConnectionField, isDoubtful, useConnectionCheck } from './connection-field.tsx';
import { InviteForm } from './invite-dialog.tsx';

interface MakeDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Creates a shared desk in a database, and continues with the first invitation. */
export const MakeDialog = ({ opened, onClose }: MakeDialogProps) => {
  const { t } = useTranslation('sharedDesk');
  const [step, setStep] = useState<'form' | 'made' | 'invite'>('form');
  const close = () => {
    setStep('form');
    onClose();
  };
  return (
    <FormDialog opened={opened} title={step === 'invite' ? t('invite.title') : t('make.title')} onClose={close}>
      {step === 'form' ? (
        <MakeForm onMade={() => setStep('made')} onClose={close} />
      ) : step === 'made' ? (
        <Made onInvite={() => setStep('invite')} onClose={close} />
      ) : (
        <InviteForm onClose={close} />
      )}
    </FormDialog>
  );
};

interface MakeFormProps {
  readonly onMade: () => void;
  readonly onClose: () => void;
}

const MakeForm = ({ onMade, onClose }: MakeFormProps) => {
  const { t } = useTranslation(['sharedDesk', 'common']);
  const account = useActiveAccount();
  const accountLabel = account === undefined ? '' : accountName(account, t('common:status.sandbox'));
  const form = useForm({ initial: { connection: '', name: accountLabel, computer: '' }, read: asTyped });
  useHeldDialog(form.busy);
  const { connection } = form.values;

  const check = useConnectionCheck(connection);
  const busy = form.busy || check.busy;
  const isSure = check.found !== undefined && isDoubtful(check.found);

  /** The current database; `null` once the user has left the form. */
  const latest = useRef<string | null>(null);
  useEffect(() => {
    latest.current = connection;
    return () => {
      latest.current = null;
    };
  }, [connection]);

  /** It skips the check if the core would refuse the form anyway, and name all missing fields. */
  const isFitting = async (): Promise<boolean> => {
    if (check.found !== undefined || Object.values(form.values).some((text) => text.trim() === '')) return true;
    const found = await check.look();
    return found !== undefined && !isDoubtful(found);
  };
  const submit = async () => {
    if (busy) return;
    form.clearError();
    const isMeant = await isFitting();
    // The user cancelled during the check, or changed the database.
    if (latest.current !== connection) return;
    if (isMeant) await form.submit((desk) => call('sharedDesk.make', desk), onMade);
    else form.focusProblem();
  };
  return (
    <Form ref={form.ref} onSubmit={submit}>
      <p className="prose">{t('make.text', { account: accountLabel })}</p>
      <ConnectionField
        isNew
        check={check}
        hint={t('connection.where')}
        {...form.field('connection')}
        onChange={(text) => {
          form.clearError();
          form.change({ connection: text });
        }}
      />
      <TextInput label={t('make.name')} autoComplete="off" {...form.input('name')} />
      <ComputerNameField {...form.field('computer')} />
      <ErrorNotice error={form.error} />
      <DialogFoot>
        <Button disabled={form.busy} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={busy}>
          {isSure ? t('make.anyway') : t('make.submit')}
        </Button>
      </DialogFoot>
    </Form>
  );
};

interface ComputerNameFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
}

/** The name by which the other computers will know this one. */
export const ComputerNameField = ({ value, error, inputRef, onChange }: ComputerNameFieldProps) => {
  const { t } = useTranslation('sharedDesk');
  return (
    <TextInput
      label={t('computers.thisName')}
      description={t('computers.nameHelp')}
      value={value}
      error={error}
      autoComplete="off"
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

const Made = ({ onInvite, onClose }: { readonly onInvite: () => void; readonly onClose: () => void }) => {
  const { t } = useTranslation('sharedDesk');
  const button = useFirstFocus<HTMLButtonElement>();
  return (
    <>
      <Notice tone="ok" live="status">
        {t('make.done')}
      </Notice>
      <p className="prose para">{t('make.after')}</p>
      <DialogFoot>
        <Button onClick={onClose}>{t('make.later')}</Button>
        <Button variant="filled" ref={button} onClick={onInvite}>
          {t('invite.button')}
        </Button>
      </DialogFoot>
    </>
  );
};
