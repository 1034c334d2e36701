import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../i18n/describe-error.ts';
import { go } from '../../nav/router.ts';
import { isOpen, useRefresh } from './store.ts';
import { useRunText } from './use-run-text.ts';

const ICONS = { stopped: IconAlertTriangle, paused: IconPlayerPause } as const;

/** The run that is open, for the status bar, and the way to it. */
export const RefreshStatusItem = ({ className }: { readonly className: string }) => {
  const { t } = useTranslation('refresh');
  const run = useRefresh((state) => state.run);
  const textOf = useRunText();
  if (!isOpen(run)) return null;
  const IconOf = run.state === 'stopped' || run.state === 'paused' ? ICONS[run.state] : IconRefresh;
  const { jobId } = run;
  return (
    <Tooltip label={run.error === null ? t('show') : describeError(run.error)} multiline maw={360}>
      <button
        type="button"
        className={className}
        data-tone={run.state === 'stopped' ? 'warn' : 'info'}
        onClick={() => go('jobs', jobId === null ? {} : { jobId })}
      >
        <IconOf size={14} aria-hidden />
        {textOf(run)}
      </button>
    </Tooltip>
  );
};
