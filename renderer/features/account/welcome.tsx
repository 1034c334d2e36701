import { Button } from '@mantine/core';
import { IconArrowLeft, IconFlask } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/result.ts';
import { accountName, useAccounts } from '../../bridge/accounts-store.ts';
import { call } from '../../bridge/desk.ts';
import { showHelp } from '../../parts/help/show-help.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { RestoreFromFile } from '../backup/restore-from-file.tsx';
import { StorageStrip } from '../backup/storage-strip.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './welcome.module.css';

/** The account that needs a new token. The shell names it in the page's address. */
const requestedAccount = (): string | null => new URLSearchParams(window.location.search).get('account');

/** The page for the first run, another account, or a new token. It leads back to the desk if there is one. */
export const Welcome = () => {
  const { t } = useTranslation(['account', 'backup', 'common']);
  const state = useAccounts((store) => store.state);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();
  const account = state?.accounts.find(({ id }) => id === requestedAccount());
  const hasDesk = state !== undefined && state.accounts.length > 0;

  useEffect(() => {
    if (!hasDesk) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') void call('account.openDesk', {});
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasDesk]);

  const openSandbox = async () => {
    setBusy(true);
    setError(undefined);
    const result = await call('account.signInSandbox', {});
    if (result.ok) return;
    setBusy(false);
    setError(result.error);
  };

  return (
    <div className={styles.frame}>
      <main className={styles.page}>
        <div className={styles.column} data-two={account === undefined || undefined}>
          {hasDesk ? (
            <Button
              variant="subtle"
              color="gray"
              className={styles.back}
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              onClick={() => void call('account.openDesk', {})}
            >
              {t('welcome.back')}
            </Button>
          ) : null}
          {/* A database that broke has lost the accounts with it, so this page is where the user has to read about
              it. */}
          <div className={styles.notice}>
            <StorageStrip />
          </div>
          <h1 className={styles.title}>{t('welcome.title')}</h1>
          <p className={styles.lead}>
            {t('welcome.lead')} <TextLink onGo={() => showHelp('manual')}>{t('common:help.manualWithKey')}</TextLink>
          </p>
          <div className={styles.ways}>
            <section className={styles.part} aria-labelledby="sign-in-title">
              <h2 id="sign-in-title" className={styles.subtitle}>
                {account === undefined
                  ? t('welcome.signInTitle')
                  : t('welcome.signInAgain', { name: accountName(account, t('common:status.sandbox')) })}
              </h2>
              {account === undefined ? null : <p className="dim">{t('welcome.signInAgainText')}</p>}
              <SignInForm key={account?.id ?? 'new'} account={account} keychain={state?.keychain} />
            </section>
            {account === undefined ? (
              <div className={styles.others}>
                <section className={styles.part} aria-labelledby="sandbox-title">
                  <h2 id="sandbox-title" className={styles.subtitle}>
                    {t('welcome.sandboxTitle')}
                  </h2>
                  <p className="dim">{t('welcome.sandboxText')}</p>
                  <Button
                    size="md"
                    fullWidth
                    loading={busy}
                    leftSection={<IconFlask size={16} aria-hidden />}
                    onClick={() => void openSandbox()}
                  >
                    {t('welcome.sandboxButton')}
                  </Button>
                  <ErrorNotice error={error} onRetry={() => void openSandbox()} />
                </section>
                <section className={styles.part} aria-labelledby="moving-title">
                  <h2 id="moving-title" className={styles.subtitle}>
                    {t('backup:moving.title')}
                  </h2>
                  <p className="dim">{t('backup:moving.text')}</p>
                  <RestoreFromFile wide />
                </section>
              </div>
            ) : null}
          </div>
        </div>
      </main>
      <Toasts />
    </div>
  );
};
