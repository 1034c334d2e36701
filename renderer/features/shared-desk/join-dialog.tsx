import { Button, Checkbox, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinOffer } from '#shared/contract/shared-desk.ts';
import type { AppError } from '#shared/result.ts';
import { useAction } from '../../bridge/use-action.ts';
import { describeError, fieldProblem } from '../../i18n/describe-error.ts';
import { useShared } from '../../parts/shared-desk/shared-desk-store.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { ExchangeProgress } from './exchange-progress.tsx';
import { JoinPreview } from './join-preview.tsx';
import { ComputerNameField } from './make-dialog.tsx';

interface JoinDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Joins a shared desk: open the invitation, look at it, decide. Nothing changes before the last press. */
export const JoinDialog = ({ opened, onClose }: JoinDialogProps) => {
  const { t } = useTranslation('sharedDesk');
  return (
    <FormDialog opened={opened} title={t('join.title')} onClose={onClose}>
      <JoinSteps onClose={onClose} />
    </FormDialog>
  );
};

/** This is mounted inside the dialog, so that an invitation that opens after closing is never shown. */
const JoinSteps = ({ onClose }: Pick<JoinDialogProps, 'onClose'>) => {
  const [offer, setOffer] = useState<JoinOffer>();
  return offer === undefined ? (
    <InvitationForm onOpened={setOffer} onClose={onClose} />
  ) : (
    <JoinForm offer={offer} onClose={onClose} />
  );
};

/** Problems with the invitation stand below it, and problems with the passphrase below that one. */
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
  const submit = async () => {
    if (open.busy) return;
    choose.clearError();
    const result = await open.run({ text: invitation, passphrase });
    if (result.ok) onOpened(result.value);
    else show();
  };
  return (
    <Form ref={form} onSubmit={submit}>
      <p className="prose">{t('join.text')}</p>
      <Stack gap={8}>
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
      </Stack>
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
    </Form>
  );
};

/** The user has to confirm that it is the same reseller. */
const isOfBooks = (error: AppError | undefined): error is AppError =>
  error?.details?.code === 'desk-of-other-books' || error?.details?.code === 'desk-of-unproven-books';

interface JoinFormProps {
  readonly offer: JoinOffer;
  readonly onClose: () => void;
}

const JoinForm = ({ offer, onClose }: JoinFormProps) => {
  const { t } = useTranslation(['sharedDesk', 'common']);
  const join = useAction('sharedDesk.join');
  useHeldDialog(join.busy);
  const [computer, setComputer] = useState('');
  const [sameReseller, setSameReseller] = useState(false);
  const isAsked = offer.whose.verdict !== 'same';
  const first = useFirstFocus<HTMLInputElement>();
  const { form, show } = useProblemFocus();
  const progress = useShared()?.progress ?? null;
  const problem = fieldProblem(join.error, 'computer');
  const ofBooks = isOfBooks(join.error) ? describeError(join.error) : undefined;

  const submit = async () => {
    if (join.busy) return;
    const result = await join.run({ offerId: offer.offerId, computer, sameReseller });
    if (result.ok) onClose();
    else show();
  };
  return (
    <Form ref={form} onSubmit={submit}>
      <JoinPreview offer={offer} />
      {isAsked ? (
        <Checkbox
          label={t('preview.whose.same')}
          checked={sameReseller}
          error={ofBooks}
          aria-invalid={ofBooks !== undefined}
          onChange={(event) => {
            join.clearError();
            setSameReseller(event.currentTarget.checked);
          }}
        />
      ) : null}
      <ComputerNameField inputRef={first} value={computer} error={problem} onChange={setComputer} />
      {join.busy && progress !== null ? <ExchangeProgress progress={progress} /> : null}
      {problem === undefined && ofBooks === undefined ? <ErrorNotice error={join.error} /> : null}
      <DialogFoot>
        <Button disabled={join.busy} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={join.busy}>
          {t('join.submit')}
        </Button>
      </DialogFoot>
    </Form>
  );
};
