import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import styles from './shared-desk.module.css';

interface ConnectionFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  /** For whoever has no database yet. */
  readonly hint?: string;
  readonly onChange: (value: string) => void;
}

/** Where the database is, with the password for it; and whether a shared desk can be there, before anything is made. */
export const ConnectionField = ({ value, error, hint, onChange }: ConnectionFieldProps) => {
  const { t } = useTranslation('sharedDesk');
  const check = useAction('sharedDesk.checkPlace');
  const [found, setFound] = useState<ProcedureOutput<'sharedDesk.checkPlace'>>();
  const input = useRef<HTMLInputElement>(null);
  /** The answer to a string that was changed meanwhile is about another database. */
  const typed = useRef(value);
  const problem = fieldProblem(check.error, 'connection');

  const change = (text: string) => {
    typed.current = text;
    setFound(undefined);
    check.clearError();
    onChange(text);
  };
  const look = async () => {
    setFound(undefined);
    const result = await check.run({ connection: value });
    if (result.ok && typed.current === value) setFound(result.value);
    // The button has lost the focus while it was busy.
    input.current?.focus();
  };
  return (
    <div className={styles.connection}>
      <SecretField
        first
        inputRef={input}
        label={t('connection.label')}
        help={t('connection.help')}
        value={value}
        error={error ?? problem}
        onChange={change}
      />
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      <div>
        <Button size="compact-sm" loading={check.busy} onClick={() => void look()}>
          {t('connection.check')}
        </Button>
      </div>
      {check.error === undefined || problem !== undefined ? null : <ErrorNotice error={check.error} />}
      {found === undefined ? null : <Found found={found} />}
    </div>
  );
};

const Found = ({ found }: { readonly found: ProcedureOutput<'sharedDesk.checkPlace'> }) => {
  const { t } = useTranslation('sharedDesk');
  const { host, port, database, serverVersion, isPooled, isEncrypted } = found;
  return (
    <>
      <Notice tone="ok" live="status">
        {t('connection.fits', { place: t('place', { host, port: String(port), database }), version: serverVersion })}{' '}
        {isEncrypted ? t('connection.encrypted') : ''}
      </Notice>
      {isEncrypted ? null : <Notice tone="warn">{t('connection.loopback')}</Notice>}
      {isPooled ? <Notice tone="info">{t('connection.pooled')}</Notice> : null}
    </>
  );
};
