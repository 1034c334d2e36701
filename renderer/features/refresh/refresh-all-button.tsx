import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNoService } from '../../bridge/service-gap.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { ServiceHint } from '../../ui/service-hint.tsx';
import { startRefresh } from './refresh-actions.ts';
import { isOpen, useRefresh } from './store.ts';
import { useBusy } from './use-busy.ts';

/** Begins a run over all clients; while one is open, leads to it. */
export const RefreshAllButton = () => {
  const { t } = useTranslation('refresh');
  const format = useFormat();
  const noService = useNoService();
  const run = useRefresh((state) => state.run);
  const { busy, during } = useBusy();
  if (isOpen(run)) {
    const { jobId } = run;
    return (
      <Button
        leftSection={<IconRefresh size={15} aria-hidden />}
        onClick={() => go('jobs', jobId === null ? {} : { jobId })}
      >
        {t('open', { percent: format.percent((run.done + run.failed) / Math.max(1, run.total)) })}
      </Button>
    );
  }
  return (
    <ServiceHint blocked={noService}>
      <Button
        leftSection={<IconRefresh size={15} aria-hidden />}
        loading={busy}
        title={t('allHelp')}
        onClick={() => during(startRefresh())}
      >
        {t('all')}
      </Button>
    </ServiceHint>
  );
};
