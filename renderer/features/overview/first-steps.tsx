import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OverviewSummary } from '#shared/contract/overview.ts';
import { call } from '../../bridge/desk.ts';
import { requestCommand } from '../../nav/command-store.ts';
import { go } from '../../nav/router.ts';
import { useHideSteps } from './first-steps-store.ts';
import { OverviewSection } from './section.tsx';
import { StepItem } from './step-item.tsx';

const STEPS = ['client', 'traffic', 'list', 'export'] as const;
type Step = (typeof STEPS)[number];

const isDone = (summary: OverviewSummary): Readonly<Record<Step, boolean>> => {
  const hasExport = summary.exports.total > 0;
  const hasList = hasExport || summary.lists.lines > 0;
  const hasTraffic = hasList || summary.hasTraffic;
  return {
    client: hasTraffic || summary.clients.active + summary.clients.archived > 0,
    traffic: hasTraffic,
    list: hasList,
    export: hasExport,
  };
};

/** The steps are shown until the main job was done once. */
export const needsFirstSteps = (summary: OverviewSummary): boolean => !isDone(summary).export;

/** Teaches the main job: shows which steps are done, and a button for the next one. */
export const FirstSteps = ({ summary }: { readonly summary: OverviewSummary }) => {
  const { t } = useTranslation('overview');
  const done = isDone(summary);
  const hide = useHideSteps();
  const next = STEPS.find((step) => !done[step]);
  return (
    <OverviewSection
      title={t('steps.title')}
      end={
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => hide(t('steps.hidden'))}>
          {t('steps.hide')}
        </Button>
      }
    >
      <ol>
        {STEPS.map((step) => (
          <StepItem
            key={step}
            state={done[step] ? 'done' : step === next ? 'next' : 'later'}
            title={t(`steps.${step}`)}
            text={t(`steps.${step}Text`)}
            action={step === next ? <StepAction step={step} /> : null}
          />
        ))}
      </ol>
    </OverviewSection>
  );
};

/** Opens the newest list, which is the one without a file. */
const openNewestList = async (): Promise<void> => {
  const result = await call('lists.list', { offset: 0, limit: 1 });
  const newest = result.ok ? result.value.rows[0] : undefined;
  go('lists', newest === undefined ? {} : { listId: newest.id });
};

const OPEN: Readonly<Record<Step, () => void>> = {
  client: () => requestCommand('add-client'),
  // The generator shows the client's remaining traffic in each pool, and sells more on the spot.
  traffic: () => go('generator'),
  list: () => go('generator'),
  export: () => void openNewestList(),
};

const StepAction = ({ step }: { readonly step: Step }) => {
  const { t } = useTranslation(['overview', 'clients']);
  return (
    <Group gap={8} wrap="nowrap" mt={8}>
      <Button variant="filled" onClick={OPEN[step]}>
        {t(`steps.${step}Action`)}
      </Button>
      {step === 'client' ? (
        <Button onClick={() => requestCommand('import-clients')}>{t('clients:import')}</Button>
      ) : null}
    </Group>
  );
};
