import { Button, Progress } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoService } from '../../bridge/service-gap.ts';
import { go } from '../../nav/router.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen, ScreenBody } from '../../ui/screen.tsx';
import { ServiceHint } from '../../ui/service-hint.tsx';
import { useEscape, useUnsaved } from '../../ui/use-escape.ts';
import styles from './bulk.module.css';
import type { BulkDraft } from './draft-store.ts';
import { type Choice, firstChoice, inputOf, PlanFields } from './plan-fields.tsx';
import { usePlan } from './use-plan.ts';

/** What to do for the selection. Nothing is bought here: the plan comes next. */
export const PlanForm = ({ draft }: { readonly draft: BulkDraft }) => {
  const { t } = useTranslation(['bulk', 'common']);
  const noService = useNoService();
  const planning = usePlan();
  const [choice, setChoice] = useState<Choice>(firstChoice(draft));
  const input = inputOf(draft, choice);
  const count = draft.ids.length;
  const aside =
    draft.only !== undefined
      ? t('bulk:forSubscriptions', { count: draft.only.length })
      : draft.kind === 'dedicated-prolong'
        ? t('bulk:forProxies', { count })
        : t('bulk:forClients', { count });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (input !== null && !noService && !planning.busy) void planning.plan(input);
  };
  const back = () => go(draft.from);
  useUnsaved(JSON.stringify(choice) !== JSON.stringify(firstChoice(draft)));
  useEscape(planning.busy ? planning.stop : back, { beyondFields: true });
  const backButton = (
    <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={back}>
      {t('bulk:back')}
    </Button>
  );
  return (
    <Screen title={t(`bulk:kinds.${draft.kind}`)} aside={aside} actions={backButton}>
      <ScreenBody width={620}>
        <form onSubmit={onSubmit} className={styles.form}>
          <PlanFields draft={draft} choice={choice} onChange={setChoice} error={planning.error} />
          <p className={styles.hint}>{t('bulk:planHint')}</p>
          {planning.error === undefined || planning.error.details?.problems !== undefined ? null : (
            <ErrorNotice error={planning.error} />
          )}
          <div className={styles.buttons}>
            <ServiceHint blocked={noService}>
              <Button type="submit" variant="filled" size="md" loading={planning.busy} disabled={input === null}>
                {t('bulk:makePlan')}
              </Button>
            </ServiceHint>
            {planning.busy ? <Button onClick={planning.stop}>{t('common:actions.cancel')}</Button> : null}
            <span role="status" className={styles.hint}>
              {planning.busy ? t('bulk:planning', planning.progress ?? { done: 0, total: count }) : ''}
            </span>
          </div>
          {planning.busy && planning.progress !== null ? (
            <Progress
              aria-label={t('bulk:makePlan')}
              value={(planning.progress.done / Math.max(1, planning.progress.total)) * 100}
            />
          ) : null}
        </form>
      </ScreenBody>
    </Screen>
  );
};
