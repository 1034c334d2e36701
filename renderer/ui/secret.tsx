import { ActionIcon, Group } from '@mantine/core';
import { IconCheck, IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError, Result } from '#shared/result.ts';
import { ErrorNotice } from './error-notice.tsx';
import { doneToast } from './undo-toast.tsx';

const MASK = '••••••••••';
const SHOWN_FOR = 60_000;

interface SecretProps {
  /** Names the secret in the labels of the buttons, such as "password". */
  readonly name: string;
  /** Asks the core for the text. The text is dropped after 60 s, or when it is hidden. */
  readonly reveal: () => Promise<Result<string>>;
  /** Has the core copy the text to the clipboard, which it wipes after 60 s. */
  readonly copy: () => Promise<Result<unknown>>;
}

/** A secret text that is masked until the user asks. */
export const Secret = ({ name, reveal, copy }: SecretProps) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState<string>();
  const [copied, setCopied] = useState(false);
  const [error, setError] = useState<AppError>();

  useEffect(() => {
    if (shown === undefined) return;
    const timer = window.setTimeout(() => setShown(undefined), SHOWN_FOR);
    return () => window.clearTimeout(timer);
  }, [shown]);

  const toggle = async () => {
    if (shown !== undefined) {
      setShown(undefined);
      return;
    }
    const result = await reveal();
    setError(result.ok ? undefined : result.error);
    if (result.ok) setShown(result.value);
  };

  const onCopy = async () => {
    const result = await copy();
    setError(result.ok ? undefined : result.error);
    setCopied(result.ok);
    if (result.ok) doneToast(t('secret.copied'));
  };

  const hidden = shown === undefined;
  return (
    <>
      <Group gap={2} wrap="nowrap">
        {hidden ? (
          <span role="img" aria-label={t('secret.masked')}>
            {MASK}
          </span>
        ) : (
          <code className="selectable">{shown}</code>
        )}
        <ActionIcon
          aria-label={hidden ? t('secret.reveal', { name }) : t('secret.hide', { name })}
          onClick={() => void toggle()}
        >
          {hidden ? <IconEye size={16} aria-hidden /> : <IconEyeOff size={16} aria-hidden />}
        </ActionIcon>
        <ActionIcon aria-label={t('secret.copy', { name })} onClick={() => void onCopy()}>
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Group>
      <ErrorNotice error={error} />
    </>
  );
};
