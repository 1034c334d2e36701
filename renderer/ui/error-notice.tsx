import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/result.ts';
import { retryOf } from '../bridge/unhandled-errors.ts';
import { describeError, errorDetails } from '../i18n/describe-error.ts';
import { copyText } from './copy-text.ts';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  /** `undefined` shows nothing. */
  readonly error: AppError | undefined;
  /** The default is the retry that the failed reading registered. */
  readonly onRetry?: (() => void) | undefined;
  readonly strip?: boolean;
  readonly apart?: boolean;
}

/**
 * Says in place what went wrong and what to do. `offline` and `cancelled` are states rather than faults, and look calm.
 */
export const ErrorNotice = ({ error, ...props }: ErrorNoticeProps) =>
  error === undefined ? null : <ShownError error={error} {...props} />;

const ShownError = ({ error, onRetry = retryOf(error), ...place }: ErrorNoticeProps & { readonly error: AppError }) => {
  const { t } = useTranslation(['errors', 'common']);
  const [copied, setCopied] = useState(false);
  const calm = error.kind === 'offline' || error.kind === 'cancelled' || error.kind === 'signed-out';
  return (
    <Notice
      tone={calm ? 'mute' : 'bad'}
      live={calm ? 'status' : 'alert'}
      {...place}
      actions={
        <>
          {onRetry === undefined ? null : (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onRetry}>
              {t('errors:retry')}
            </Button>
          )}
          {calm ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => setCopied(copyText(errorDetails(error)))}
            >
              {copied ? t('common:actions.copied') : t('errors:copyDetails')}
            </Button>
          )}
        </>
      }
    >
      {describeError(error)}
    </Notice>
  );
};
