import { Button, PasswordInput, TextInput, VisuallyHidden } from '@mantine/core';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, KeychainState } from '#shared/contract/account.ts';
import type { AppError } from '#shared/result.ts';
import { call } from '../../bridge/desk.ts';
import { markHandled } from '../../bridge/unhandled-errors.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { asTyped } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';

interface SignInFormProps {
  /** The existing account that gets a new token; its address stays. */
  readonly account: Account | undefined;
  readonly keychain: KeychainState | undefined;
}

/**
 * A failure keeps everything that was typed. The token is read once, on submit, and is never part of the React state.
 */
export const SignInForm = ({ account, keychain }: SignInFormProps) => {
  const { t } = useTranslation(['account', 'common']);
  const form = useForm({
    initial: { baseUrl: account?.baseUrl ?? '', label: account?.label ?? '' },
    read: asTyped,
    keys: { token: [] },
  });
  // On success the shell replaces this page, and the button stays busy until then.
  const [isSignedIn, setSignedIn] = useState(false);
  const busy = form.busy || isSignedIn;
  const address = useRef<HTMLInputElement>(null);
  const token = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const keychainWorks = keychain === undefined || keychain.available || keychain.reason === 'not-checked';

  useEffect(() => (account === undefined ? address : token).current?.focus(), [account]);

  /** Focuses the field to correct. The pressed button lost the focus while it was busy. */
  const focusCulprit = ({ kind, details }: AppError) => {
    const wrong = details?.problems?.[0]?.field;
    if (wrong === 'token' || kind === 'unauthorized') token.current?.focus();
    else if (wrong === 'label') name.current?.focus();
    else address.current?.focus();
  };

  const signIn = async (as: { readonly accountId?: string; readonly sameAccount?: true }) => {
    if (busy) return;
    const refusals: AppError[] = [];
    await form.submit(
      async (typed) => {
        const result = await call('account.signIn', { ...typed, token: token.current?.value ?? '', ...as });
        if (!result.ok) refusals.push(result.error);
        return result;
      },
      () => setSignedIn(true),
    );
    for (const refusal of refusals) focusCulprit(refusal);
  };

  const asBefore = account === undefined ? {} : { accountId: account.id };

  return (
    <Form ref={form.ref} onSubmit={() => signIn(asBefore)}>
      <TextInput
        ref={address}
        label={t('fields.baseUrl')}
        description={t('fields.baseUrlHelp')}
        placeholder={t('fields.baseUrlPlaceholder')}
        {...form.input('baseUrl')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
      />
      <PasswordInput
        ref={token}
        label={t('fields.token')}
        description={keychainWorks ? t('fields.tokenHelp') : t('fields.tokenHelpMemory')}
        error={form.problem('token')}
        autoComplete="off"
        spellCheck={false}
        required
        withAsterisk={false}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('fields.showToken') }}
      />
      <TextInput
        ref={name}
        label={t('fields.label')}
        description={t('fields.labelHelp')}
        {...form.input('label')}
        autoComplete="off"
      />
      {keychainWorks ? null : (
        <Notice tone="warn" live="status">
          {t(`keychain.${keychain.reason}`)}
        </Notice>
      )}
      {form.error?.details?.code === 'token-of-other-books' ? (
        <OtherBooks
          error={form.error}
          onAnother={() => void signIn({})}
          onSame={() => void signIn({ ...asBefore, sameAccount: true })}
        />
      ) : form.error === undefined ? null : (
        <Notice tone="bad" live="alert">
          {describeSignInError(form.error)}
        </Notice>
      )}
      <Button type="submit" variant="filled" size="md" loading={busy} fullWidth>
        {t('common:words.signIn')}
      </Button>
      <VisuallyHidden role="status">{busy ? t('welcome.checking') : ''}</VisuallyHidden>
    </Form>
  );
};

interface OtherBooksProps {
  readonly error: AppError;
  readonly onAnother: () => void;
  readonly onSame: () => void;
}

/** The token may belong to another account of the service. Only the user can tell, so this asks. */
const OtherBooks = ({ error, onAnother, onSame }: OtherBooksProps) => {
  const { t } = useTranslation('account');
  const format = useFormat();
  useEffect(() => markHandled(error), [error]);
  const { verdict, spentBeforeKopecks, spentKopecks } = error.details?.params ?? {};
  return (
    <Notice
      tone="warn"
      live="alert"
      actions={
        <>
          <Button size="compact-sm" onClick={onAnother}>
            {t('otherBooks.another')}
          </Button>
          <Button size="compact-sm" onClick={onSame}>
            {t('otherBooks.same')}
          </Button>
        </>
      }
    >
      {t(verdict === 'unproven' ? 'otherBooks.unproven' : 'otherBooks.text', {
        before: format.roubles(Number(spentBeforeKopecks)),
        now: format.roubles(Number(spentKopecks)),
      })}
    </Notice>
  );
};

/** During sign-in the same errors have other remedies, because the address or the token may be wrong. */
const describeSignInError = (error: AppError): string => {
  markHandled(error);
  const status = error.details?.status ?? '';
  switch (error.kind) {
    case 'offline':
    case 'timeout':
    case 'unauthorized':
    case 'forbidden':
    case 'malformed':
    case 'server':
    case 'not-found':
      // A more specific reason (a redirect, a certificate) says more than the kind.
      return error.details?.code === undefined
        ? i18next.t(`account:signInErrors.${error.kind}`, { status })
        : describeError(error);
    default:
      return describeError(error);
  }
};
