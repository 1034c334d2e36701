import { Button, Checkbox, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinOffer } from '#shared/contract/shared-desk.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { useShared } from '../../parts/shared-desk/shared-desk-store.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormDialog, useHeldDialog } from '../../ui/form-dialog.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
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

/** The field below which an error stands although it names no field. */
const fieldOf = ({ details }: AppError): 'text' | 'passphrase' | undefined => {
  const code = details?.code ?? '';
  if (code === 'invitation-wrong-passphrase') return 'passphrase';
  return code.startsWith('invitation-') ? 'text' : undefined;
};

interface InvitationFormProps {
  readonly onOpened: (offer: JoinOffer) => void;
  readonly onClose: () => void;
}

const InvitationForm = ({ onOpened, onClose }: InvitationFormProps) => {
  const { t } = useTranslation(['sharedDesk', 'backup', 'common']);
  const choose = useAction('sharedDesk.chooseInvitation');
  const form = useForm({ initial: { text: '', passphrase: '' }, read: asTyped });
  const errorField = form.error === undefined ? undefined : fieldOf(form.error);
  const problemAt = (field: 'text' | 'passphrase') =>
    form.error !== undefined && errorField === field ? describeError(form.error) : form.problem(field);
  const type = (part: Partial<typeof form.values>) => {
    form.clearError();
    form.change(part);
  };

  const fromFile = async () => {
    const result = await choose.run({});
    if (!result.ok || result.value === null) return;
    type({ text: result.value.text });
  };
  const submit = async () => {
    if (form.busy) return;
    choose.clearError();
    await form.submit((typed) => call('sharedDesk.openInvitation', typed), onOpened);
  };
  return (
    <Form ref={form.ref} onSubmit={submit}>
      <p className="prose">{t('join.text')}</p>
      <Stack gap={8}>
        <Textarea
          label={t('join.invitation')}
          placeholder={t('join.placeholder')}
          value={form.values.text}
          error={problemAt('text')}
          rows={6}
          classNames={{ input: 'mono' }}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => {
            choose.clearError();
            type({ text: event.currentTarget.value });
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
        value={form.values.passphrase}
        error={problemAt('passphrase')}
        onChange={(passphrase) => type({ passphrase })}
      />
      {form.busy ? (
        <p className="dim" role="status">
          {t('join.opening')}
        </p>
      ) : null}
      {errorField === undefined ? <ErrorNotice error={form.error} /> : null}
      <DialogFoot>
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <Button type="submit" variant="filled" loading={form.busy}>
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
  const form = useForm({ initial: { computer: '', sameReseller: false }, read: asTyped });
  useHeldDialog(form.busy);
  const isAsked = offer.whose.verdict !== 'same';
  const first = useFirstFocus<HTMLInputElement>();
  const progress = useShared()?.progress ?? null;
  const ofBooks = isOfBooks(form.error) ? describeError(form.error) : undefined;

  const submit = () => form.submit((typed) => call('sharedDesk.join', { offerId: offer.offerId, ...typed }), onClose);
  return (
    <Form ref={form.ref} onSubmit={submit}>
      <JoinPreview offer={offer} />
      {isAsked ? (
        <Checkbox
          label={t('preview.whose.same')}
          checked={form.values.sameReseller}
          error={ofBooks}
          aria-invalid={ofBooks !== undefined}
          onChange={(event) => {
            form.clearError();
            form.change({ sameReseller: event.currentTarget.checked });
          }}
        />
      ) : null}
      <ComputerNameField inputRef={first} {...form.field('computer')} />
      {form.busy && progress !== null ? <ExchangeProgress progress={progress} /> : null}
      {ofBooks === undefined ? <ErrorNotice error={form.error} /> : null}
      <DialogFoot>
        <Button disabled={form.busy} onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" variant="filled" loading={form.busy}>
          {t('join.submit')}
        </Button>
      </DialogFoot>
    </Form>
  );
};
