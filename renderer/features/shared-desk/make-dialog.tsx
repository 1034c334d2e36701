import { Button, TextInput } from '@mantine/core';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import { accountName, useActiveAccount } from '../../bridge/accounts-store.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
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
  const make = useAction('sharedDesk.make');
  useHeldDialog(make.busy);
  const account = useActiveAccount();
  const accountLabel = account === undefined ? '' : accountName(account, t('common:status.sandbox'));
  const [connection, setConnection] = useState('');
  const [name, setName] = useState(accountLabel);
  const [computer, setComputer] = useState('');
  const { form, show } = useProblemFocus();
  const problem = (field: string) => fieldProblem(make.error, field);
  const atField = problem('connection') ?? problem('name') ?? problem('computer');

  const check = useConnectionCheck(connection);
  const busy = make.busy || check.busy;
  const isSure = check.found !== undefined && isDoubtful(check.found);

  /** The current values; `null` once the user has left the form. */
  const typed = useRef<ProcedureInput<'sharedDesk.make'> | null>(null);
  useEffect(() => {
    typed.current = { connection, name, computer };
    return () => {
      typed.current = null;
    };
  }, [connection, name, computer]);

  /** It skips the check if the core would refuse the form anyway, and name all missing fields. */
  const isFitting = async (): Promise<boolean> => {
    if (check.found !== undefined || [connection, name, computer].some((text) => text.trim() === '')) return true;
    const found = await check.look();
    return found !== undefined && !isDoubtful(found);
  };
  const submit = async () => {
    if (busy) return;
    make.clearError();
    const isMeant = await isFitting();
    // The user cancelled during the check, or changed the database.
    if (typed.current?.connection !== connection) return;
    if (!isMeant) {
      show();
      return;
    }
    const result = await make.run(typed.current);
    if (result.ok) onMade();
    else show();
  };
  return (
    <Form ref={form} onSubmit={submit}>
      <p className="prose">{t('make.text', { account: accountLabel })}</p>
      <ConnectionField
        isNew
        value={connection}
        check={check}
        error={problem('connection')}
        hint={t('connection.where')}
        onChange={(text) => {
          make.clearError();
          setConnection(text);
        }}
      />
      <TextInput
        label={t('make.name')}
        value={name}
        error={problem('name')}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ComputerNameField value={computer} error={problem('computer')} onChange={setComputer} />
      {make.error === undefined || atField !== undefined ? null : <ErrorNotice error={make.error} />}
      <DialogFoot>
        <Button disabled={make.busy} onClick={onClose}>
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
