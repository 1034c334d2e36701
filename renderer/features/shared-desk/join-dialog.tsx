import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinOffer } from '#shared/contract/shared-desk.ts';
import type { AppError } from '#shared/result.ts';
import { type Action, useAction } from '../../bridge/use-action.ts';
import { describeError, fieldProblem } from '../../i18n/describe-error.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { ExchangeProgress } from './exchange-progress.tsx';
import { FormDialog } from './form-dialog.tsx';
import { JoinPreview } from './join-preview.tsx';
import { ComputerNameField } from './make-dialog.tsx';
import styles from './shared-desk.module.css';
import { useShared } from './store.ts';

interface JoinDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** From an invitation to the shared desk: open it, look, decide. Nothing changes before the last press. */
export const JoinDialog = ({ opened, onClose }: JoinDialogProps) => {
  const { t } = useTranslation('sharedDesk');
  const join = useAction('sharedDesk.join');
  const close = () => {
    join.clearError();
    onClose();
  };
  return (
    <FormDialog opened={opened} title={t('join.title')} busy={join.busy} onClose={close}>
      <JoinSteps join={join} onClose={close} />
    </FormDialog>
  );
};

/** Within the dialog: an invitation that is opened only after it was closed is shown to nobody. */
const JoinSteps = (props: Omit<JoinFormProps, 'offer'>) => {
  const [offer, setOffer] = useState<JoinOffer>();
  return offer === undefined ? (
    <InvitationForm onOpened={setOffer} onClose={props.onClose} />
  ) : (
    <JoinForm offer={offer} {...props} />
  );
};

/** What is wrong with the invitation itself stands below it, what is wrong with the passphrase below that. */
const problemAt = (error: AppError | undefined, field: 'text' | 'passphrase'): string | undefined => {
  const code = error?.details?.code ?? '';
  const isOfPassphrase = code === 'invitation-wrong-passphrase';
  const isOfText = code.startsWith('invitation-') && !isOfPassphrase;
  if (error !== undefined && (field === 'text' ? isOfText : isOfPassphrase)) return describeError(error);
  return fieldProblem(error, field);
};

interface InvitationFormProps {
  readonly onOpened: (offer: JoinOffer) => void;
  readonly onClose: () => void;
}

const InvitationForm = ({ onOpened, onClose }: InvitationFormProps) => {
  const { t } = useTranslation(['sharedDesk', 'backup', 'common']);
  const open = useAction('sharedDesk.openInvitation');
  const choose = useAction('sharedDesk.chooseInvitation');
  const [invitation, setInvitation] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const { form, show } = useProblemFocus();
  const [atText, atPassphrase] = [problemAt(open.error, 'text'), problemAt(open.error, 'passphrase')];

  const fromFile = async () => {
    const result = await choose.run({});
    if (!result.ok || result.value === null) return;
    open.clearError();
    setInvitation(result.value.text);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (open.busy) return;
    choose.clearError();
    const result = await open.run({ text: invitation, passphrase });
    if (result.ok) onOpened(result.value);
    else show();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.text}>{t('join.text')}</p>
      <div className={styles.connection}>
        <Textarea
          label={t('join.invitation')}
          placeholder={t('join.placeholder')}
          value={invitation}
          error={atText}
          rows={6}
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => {
            open.clearError();
            choose.clearError();
            setInvitation(event.currentTarget.value);
          }}
        />
        <div>
          <Button size="compact-sm" loading={choose.busy} onClick={() => void fromFile()}>
            {t('join.file')}
          </Button>
        </div>
        <ErrorNotice error={choose.error} />
      </div>
      <SecretField
        label={t('backup:passphrase')}
        help={t('join.help')}
        value={passphrase}
        error={atPassphrase}
        onChange={(text) => {
          open.clearError();
          setPassphrase(text);
        }}
      />
      {open.busy ? (
        <p className="dim" role="status">
          {t('join.opening')}
        </p>
      ) : null}
      {atText === undefined && atPassphrase === undefined ? <ErrorNotice error={open.error} /> : null}
      <DialogFoot>
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" variant="filled" loading={open.busy}>
          {t('join.open')}
        </Button>
      </DialogFoot>
    </form>
  );
};

interface JoinFormProps {
  readonly offer: JoinOffer;
  readonly join: Action<'sharedDesk.join'>;
  readonly onClose: () => void;
}

const JoinForm = ({ offer, join, onClose }: JoinFormProps) => {
  const { t } = useTranslation(['sharedDesk', 'common']);
  const [computer, setComputer] = useState('');
  const first = useFirstFocus<HTMLInputElement>();
  const { form, show } = useProblemFocus();
  const progress = useShared()?.progress ?? null;
  const problem = fieldProblem(join.error, 'computer');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (join.busy) return;
    const result = await join.run({ offerId: offer.offerId, computer });
    if (result.ok) onClose();
    else show();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <JoinPreview offer={offer} />
      <ComputerNameField inputRef={first} value={computer} error={problem} onChange={setComputer} />
      {join.busy && progress !== null ? <ExchangeProgress progress={progress} /> : null}
      {problem === undefined ? <ErrorNotice error={join.error} /> : null}
      <DialogFoot>
        <Button disabled={join.busy} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={join.busy}>
          {t('join.submit')}
        </Button>
      </DialogFoot>
    </form>
  );
};
