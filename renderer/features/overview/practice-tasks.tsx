import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openCard } from '../../nav/card-actions.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { undoToast } from '../../ui/undo-toast.tsx';
import { renewEnding } from './ending-actions.ts';
import styles from './overview.module.css';
import { hidePractice, PRACTICE_TASKS, type PracticeTask, usePractice } from './practice-store.ts';
import { OverviewSection } from './section.tsx';

/** Opens the card of the client whose subscription ends first. */
const sellToFirst = async (): Promise<void> => {
  const ending = await callOrTell('overview.ending', { expiry: 'within-7' });
  const [first] = ending?.subscriptions ?? [];
  if (first === undefined) go('clients');
  else openCard(first.clientId);
};

const BEGIN: Readonly<Record<PracticeTask, () => void>> = {
  sell: () => void sellToFirst(),
  list: () => go('generator'),
  many: () => void renewEnding('within-7'),
};

/** Three tasks in the sandbox, VPN first: sell and send, make a list, renew many at once. */
export const PracticeTasks = () => {
  const { t } = useTranslation('overview');
  const { done, isHidden } = usePractice();
  if (isHidden || done.length === PRACTICE_TASKS.length) return null;
  const hide = () => {
    hidePractice(true);
    undoToast(t('practice.hidden'), () => hidePractice(false));
  };
  return (
    <OverviewSection
      title={t('practice.title')}
      end={
        <Button size="compact-sm" variant="subtle" color="gray" onClick={hide}>
          {t('steps.hide')}
        </Button>
      }
    >
      <ol>
        {PRACTICE_TASKS.map((task) => {
          const isDone = done.includes(task);
          const IconOf = isDone ? IconCircleCheck : IconCircleDashed;
          return (
            <li key={task} className={styles.step} data-state={isDone ? 'done' : 'next'}>
              <IconOf size={18} aria-hidden className={styles.stepIcon} />
              <div>
                <div className={styles.stepTitle}>
                  {t(`practice.${task}`)}
                  {isDone ? <span className={styles.stepState}>{t('steps.done')}</span> : null}
                </div>
                {isDone ? null : (
                  <>
                    <p className={styles.stepText}>{t(`practice.${task}Text`)}</p>
                    <Button size="compact-sm" mt={6} onClick={BEGIN[task]}>
                      {t(`practice.${task}Begin`)}
                    </Button>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </OverviewSection>
  );
};
