import { Button, Group, Progress } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchasesInput } from '#shared/contract/runs.ts';
import { call } from '../../../bridge/desk.ts';
import { useNoService } from '../../../bridge/service-gap.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { useDeskEvent } from '../../../bridge/use-desk-event.ts';
import { go } from '../../../nav/router.ts';
import type { PurchasesDraft } from '../../../parts/runs/draft-store.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Form } from '../../../ui/form.tsx';
import { Screen, ScreenBody } from '../../../ui/screen.tsx';
import { ServiceButton } from '../../../ui/service-hint.tsx';
import { useEscape, useUnsaved } from '../../../ui/use-escape.ts';
import styles from '../run.module.css';
import { firstChoice, inputOf, type PlanChoice, PlanFields } from './plan-fields.tsx';

const stop = (): void => void call('runs.cancelPlan', {});

/** Makes a plan and opens it. Leaving the screen cancels the planning. */
const usePlan = () => {
  const { run, busy, error } = useAction('runs.plan');
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  useDeskEvent('runs.planning', setProgress);
  useEffect(() => stop, []);
  return {
    busy,
    progress,
    // The user who cancelled needs no message.
    error: error?.kind === 'cancelled' ? undefined : error,
    plan: async (input: PurchasesInput): Promise<void> => {
      setProgress(null);
      const result = await run(input);
      if (result.ok) go('run', { runId: result.value.id });
    },
    stop,
  };
};

/** Chooses what to buy for the selection. Nothing is bought here, because the plan comes first. */
export const PlanForm = ({ draft }: { readonly draft: PurchasesDraft }) => {
  const { t } = useTranslation(['runPurchases', 'common', 'runs', 'runLists']);
  const noService = useNoService();
  const planning = usePlan();
  const [choice, setChoice] = useState<PlanChoice>(firstChoice(draft));
  const input = inputOf(draft, choice);
  const count = draft.ids.length;
  const aside =
    draft.only !== undefined
      ? t('runPurchases:forSubscriptions', { count: draft.only.length })
      : draft.kind === 'dedicated-prolong'
        ? t('runPurchases:forProxies', { count })
        : t('runLists:forClients', { count });
  const onSubmit = () => {
    if (input !== null && !noService && !planning.busy) void planning.plan(input);
  };
  const back = () => go(draft.from);
  useUnsaved(JSON.stringify(choice) !== JSON.stringify(firstChoice(draft)));
  useEscape(planning.busy ? planning.stop : back, { beyondFields: true });
  const backButton = (
    <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={back}>
      {t('common:palette.back')}
    </Button>
  );
  return (
    <Screen title={t(`runPurchases:kinds.${draft.kind}`)} aside={aside} actions={backButton}>
      <ScreenBody width={620}>
        <Form onSubmit={onSubmit} className={styles.form}>
          <PlanFields draft={draft} choice={choice} onChange={setChoice} error={planning.error} />
          <p className="dim">{t('runPurchases:planHint')}</p>
          {planning.error === undefined || planning.error.details?.problems !== undefined ? null : (
            <ErrorNotice error={planning.error} />
          )}
          <Group gap="8px 12px">
            <ServiceButton type="submit" variant="filled" size="md" loading={planning.busy} disabled={input === null}>
              {t('runPurchases:makePlan')}
            </ServiceButton>
            {planning.busy ? <Button onClick={planning.stop}>{t('common:actions.cancel')}</Button> : null}
            <span role="status" className="dim">
              {planning.busy ? t('runPurchases:planning', planning.progress ?? { done: 0, total: count }) : ''}
            </span>
          </Group>
          {planning.busy && planning.progress !== null ? (
            <Progress
              aria-label={t('runPurchases:makePlan')}
              value={(planning.progress.done / Math.max(1, planning.progress.total)) * 100}
            />
          ) : null}
        </Form>
      </ScreenBody>
    </Screen>
  );
};
