import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import type { AppError } from '#shared/result.ts';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SecretField } from '../../ui/secret-field.tsx';

type CheckedStore = ProcedureOutput<'sharedDesk.checkStore'>;

interface ConnectionCheck {
  readonly busy: boolean;
  readonly error: AppError | undefined;
  /** The result for the string in the field. */
  readonly found: CheckedStore | undefined;
  readonly look: () => Promise<CheckedStore | undefined>;
  readonly clear: () => void;
}

/** Checks whether a database can hold a shared desk, before anything is created. */
export const useConnectionCheck = (connection: string): ConnectionCheck => {
  const { run, busy, error, clearError } = useAction('sharedDesk.checkStore');
  const [checked, setChecked] = useState<{ readonly connection: string; readonly found: CheckedStore }>();
  const look = async () => {
    setChecked(undefined);
    const result = await run({ connection });
    if (!result.ok) return undefined;
    setChecked({ connection, found: result.value });
    return result.value;
  };
  // A late answer to a former string concerns another database.
  const found = checked?.connection === connection ? checked.found : undefined;
  return { busy, error, found, look, clear: clearError };
};

/** Whether the user must read something about the database before a desk is created there. */
export const isDoubtful = ({ isLoopback, desks }: CheckedStore): boolean => isLoopback || desks > 0;

interface ConnectionFieldProps {
  readonly value: string;
  readonly check: ConnectionCheck;
  readonly error: string | undefined;
  /** A hint for users without a database. */
  readonly hint?: string;
  readonly onChange: (value: string) => void;
  /** The field is for a new desk. */
  readonly isNew?: boolean;
}

/** The address of the database together with its password. */
export const ConnectionField = ({ value, check, error, hint, onChange, isNew = false }: ConnectionFieldProps) => {
  const { t } = useTranslation('sharedDesk');
  const input = useRef<HTMLInputElement>(null);
  const problem = fieldProblem(check.error, 'connection');

  const wasBusy = useRef(false);
  useEffect(() => {
    // The focused button lost the focus while it was busy.
    if (wasBusy.current && !check.busy && document.activeElement === document.body) input.current?.focus();
    wasBusy.current = check.busy;
  }, [check.busy]);
  return (
    <Stack gap={8}>
      <SecretField
        first
        inputRef={input}
        label={t('connection.label')}
        help={t('connection.help')}
        value={value}
        error={error ?? problem}
        onChange={(text) => {
          check.clear();
          onChange(text);
        }}
      />
      {hint === undefined ? null : <p className="note">{hint}</p>}
      <div>
        <Button size="compact-sm" loading={check.busy} onClick={() => void check.look()}>
          {t('connection.check')}
        </Button>
      </div>
      {check.error === undefined || problem !== undefined ? null : <ErrorNotice error={check.error} />}
      {check.found === undefined ? null : <Found found={check.found} isNew={isNew} />}
    </Stack>
  );
};

interface FoundProps {
  readonly found: CheckedStore;
  readonly isNew: boolean;
}

const Found = ({ found, isNew }: FoundProps) => {
  const { t } = useTranslation('sharedDesk');
  const { host, port, database, serverVersion, isPooled, isEncrypted, isLoopback, desks } = found;
  return (
    <>
      <Notice tone="ok" live="status">
        {t('connection.fits', { place: t('place', { host, port: String(port), database }), version: serverVersion })}{' '}
        {isEncrypted ? t('connection.encrypted') : ''}
      </Notice>
      {isNew && desks > 0 ? (
        <Notice tone="warn" live="alert">
          {t('connection.taken')}
        </Notice>
      ) : null}
      {isLoopback ? (
        <Notice tone="warn" live="alert">
          {t('connection.loopback')}
        </Notice>
      ) : null}
      {isPooled ? <Notice tone="info">{t('connection.pooled')}</Notice> : null}
    </>
  );
};
