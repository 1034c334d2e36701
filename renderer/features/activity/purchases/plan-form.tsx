import { Button, Group, Progress } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchasesInput } from '#shared/contract/runs.ts';
import { call } from '../../../bridge/desk.ts';
import { useNoService } from '../../../bridge/service-gap.ts';
import { useDeskEvent } from '../../../bridge/use-desk-event.ts';
import { go } from '../../../nav/router.ts';
import { bulkView, NEW_TERMS, TERM_KEYS, type TypedTerms } from '../../../parts/products/index.ts';
import type { PurchasesDraft } from '../../../parts/runs/draft-store.ts';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import type { Read } from '../../../ui/form/form-state.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Form } from '../../../ui/form.tsx';
import { percentOf } from '../../../ui/percent.ts';
import { Screen, ScreenBody } from '../../../ui/screen.tsx';
import { ServiceButton } from '../../../ui/service-hint.tsx';
import { useEscape, useUnsaved } from '../../../ui/use-escape.ts';
import styles from '../run.module.css';

const stop = (): void => void call('runs.cancelPlan', {});

/** How far the planning is. Leaving the screen cancels it. */
const usePlanning = () => {
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  useDeskEvent('runs.planning', setProgress);
  useEffect(() => stop, []);
  return { progress, begin: () => setProgress(null) };
};

/**
 * The values of the form at which problems with fields of other names are shown. Any of the terms may be the reason for a
 * problem with the targets.
 */
const PLAN_KEYS = { ...TERM_KEYS, targets: Object.keys(NEW_TERMS) as (keyof TypedTerms)[] };

const readPlan = (draft: PurchasesDraft, terms: TypedTerms): Read<PurchasesInput> =>
  bulkView(draft.kind).readPlan(terms, draft);

/** Chooses what to buy for the selection. Nothing is bought here, because the plan comes first. */
export const PlanForm = ({ draft }: { readonly draft: PurchasesDraft }) => {
  const { t } = useTranslation(['runPurchases', 'common', 'runs', 'runLists']);
  const noService = useNoService();
  const { progress, begin } = usePlanning();
  const first = { ...NEW_TERMS, ...draft.terms };
  const form = useForm({
    initial: first,
    read: (typed) => readPlan(draft, typed),
    keys: PLAN_KEYS,
    keptAs: `plan ${draft.draftId}`,
  });
  const { values: terms, busy } = form;
  const count = draft.ids.length;
  const { takes } = bulkView(draft.kind);
  const { PlanFields } = bulkView(draft.kind);
  const aside =
    draft.only !== undefined
      ? t('runPurchases:forSubscriptions', { count: draft.only.length })
      : takes === 'proxies'
        ? t('runPurchases:forProxies', { count })
        : t('runLists:forClients', { count });
  const onSubmit = async () => {
    if (noService || busy) return;
    begin();
    await form.submit(
      (input) => call('runs.plan', input),
      ({ id: runId }) => go('run', { runId }),
    );
  };
  const back = () => go(draft.from);
  useUnsaved(JSON.stringify(terms) !== JSON.stringify(first));
  useEscape(busy ? stop : back, { beyondFields: true });
  const backButton = (
    <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={back}>
      {t('common:palette.back')}
    </Button>
  );
  return (
    <Screen title={t(`runPurchases:kinds.${draft.kind}`)} aside={aside} actions={backButton}>
      <ScreenBody width={620}>
        <Form ref={form.ref} onSubmit={onSubmit} className={styles.form}>
          <PlanFields
            terms={terms}
            onChange={form.change}
            problem={form.problem}
            hasChosenTargets={draft.only !== undefined}
          />
          <p className="dim">{t('runPurchases:planHint')}</p>
          {/* The user who cancelled needs no message. */}
          {form.error?.kind === 'cancelled' ? null : <ErrorNotice error={form.error} />}
          <Group gap="8px 12px">
            <ServiceButton
              type="submit"
              variant="filled"
              size="md"
              loading={busy}
              disabled={!readPlan(draft, terms).ok}
            >
              {t('runPurchases:makePlan')}
            </ServiceButton>
            {busy ? <Button onClick={stop}>{t('common:actions.cancel')}</Button> : null}
            <span role="status" className="dim">
              {busy ? t('runPurchases:planning', progress ?? { done: 0, total: count }) : ''}
            </span>
          </Group>
          {busy && progress !== null ? (
            <Progress aria-label={t('runPurchases:makePlan')} value={percentOf(progress.done, progress.total)} />
          ) : null}
        </Form>
      </ScreenBody>
    </Screen>
  );
};
