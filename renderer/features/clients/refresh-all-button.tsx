import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { go } from '../../nav/router.ts';
import { useOpenRefresh } from '../../parts/runs/open-runs-store.ts';
import { startRefresh } from '../../parts/runs/run-actions.ts';
import { useKeptFresh } from '../../parts/shared-desk/kept-fresh.ts';
import { ServiceButton } from '../../ui/service-hint.tsx';

/** Starts a refresh of all clients, or leads to the one in progress. */
export const RefreshAllButton = () => {
  const { t } = useTranslation('refresh');
  const format = useFormat();
  const run = useOpenRefresh();
  const keptFresh = useKeptFresh();
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    await startRefresh();
    setBusy(false);
  };
  if (run !== undefined) {
    return (
      <Button leftSection={<IconRefresh size={15} aria-hidden />} onClick={() => go('activity', { runId: run.id })}>
        {t('open', { percent: format.percent(run.done / Math.max(1, run.total)) })}
      </Button>
    );
  }
  return (
    <ServiceButton
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={busy}
      title={[t('allHelp'), keptFresh].filter((text) => text !== undefined).join('\n')}
      onClick={() => void begin()}
    >
      {t('all')}
    </ServiceButton>
  );
};
